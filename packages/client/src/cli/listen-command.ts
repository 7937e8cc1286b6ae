import { ConnectionError } from '../request/errors.ts'
import type { BillingEvent } from '../resources/billing-event.ts'
import type { Command } from './command.ts'
import { eventType } from './event-types.ts'
import { followEvents } from './follow-events.ts'
import { forwardEvent, type Receiver, receiverUrl, tellDelivery } from './forward-event.ts'
import { forwardingSecret, merchantAccess } from './merchant-access.ts'
import type { Surroundings } from './surroundings.ts'

const HELP = `Usage: npx @per-second/client listen [options]

Prints events as they happen, and forwards them to a receiver on your machine, signed as the service signs its webhooks. Needs no
webhook endpoint and no public address: it asks for new events every second. Goes on until Ctrl-C.

Options:
  --forward-to URL    post each event there: localhost:3000/webhooks
  --events TYPES      only these, separated by commas: invoice.paid,subscription.canceled
  --since EVENT       begin after this event (evt_…) instead of now
  --json              print each event whole, as one line of JSON
  --url URL           address of the service (default: BILLING_URL, or http://127.0.0.1:4243)

Environment:
  BILLING_KEY         the merchant's secret key (required)
  WEBHOOK_SECRET      what forwarded events are signed with; without it one that follows from the key is used, and shown

Your receiver answers 2xx when it has taken an event; nothing is forwarded twice. \`events resend\` sends one again.
`

export const listenCommand: Command = {
  name: 'listen',
  summary: 'print events as they happen, and forward them to your receiver',
  help: HELP,
  operands: 0,
  options: {
    'forward-to': { type: 'string' },
    events: { type: 'string' },
    since: { type: 'string' },
    json: { type: 'boolean' },
    url: { type: 'string' },
  },
  run: async ({ options }, surroundings) => {
    const { writeErr, timing, signal } = surroundings
    const types = options.events === undefined ? null : String(options.events).split(',').map(eventType)
    const receiver = await receiverOf(options['forward-to'], surroundings)
    const { billing, url, mode } = merchantAccess(options, surroundings)
    const events = followEvents({
      billing,
      since: options.since === undefined ? undefined : String(options.since),
      timing,
      signal,
      onReady: () => writeErr(`Listening for events of ${mode} mode at ${url}. Ctrl-C ends it.\n`),
      onLost: error => writeErr(`${error.message}\nTrying again every second.\n`),
      onFound: () => writeErr('The service answers again.\n'),
    })
    try {
      for await (const event of events) {
        if (types !== null && !types.includes(event.type)) continue
        await show(event, { receiver, asJson: options.json === true }, surroundings)
      }
    } catch (error) {
      // It has no other end.
      if (!(error instanceof ConnectionError && signal.aborted)) throw error
    }
    return 0
  },
}

async function receiverOf(given: unknown, surroundings: Surroundings): Promise<Receiver | null> {
  if (given === undefined) return null
  const url = receiverUrl(given)
  const { secret, isOwn } = await forwardingSecret(surroundings)
  const signed = isOwn
    ? 'signed with your WEBHOOK_SECRET'
    : `signed; give your receiver\n  WEBHOOK_SECRET=${secret}`
  surroundings.writeErr(`Forwarding to ${url}, ${signed}\n`)
  return { url, secret }
}

async function show(
  event: BillingEvent,
  { receiver, asJson }: { receiver: Receiver | null; asJson: boolean },
  surroundings: Surroundings,
): Promise<void> {
  const { writeOut, writeErr } = surroundings
  if (asJson) writeOut(`${JSON.stringify(event)}\n`)
  const time = new Date(event.created * 1000).toISOString().slice(11, 19)
  const line = `${time}  ${event.type.padEnd(26)}  ${event.id}`
  const delivery = receiver === null ? null : await forwardEvent(event, receiver, surroundings)
  const told = delivery === null ? '' : `  ${tellDelivery(delivery)}`
  if (!asJson) writeOut(`${line}${told}\n`)
  else if (delivery !== null) writeErr(`${event.id}${told}\n`)
}
