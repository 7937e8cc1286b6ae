import { EVENT_TYPES, type EventType } from '@per-second/protocol/types'
import type { Command, Invocation } from './command.ts'
import { eventType } from './event-types.ts'
import { forwardEvent, isTaken, receiverUrl, tellDelivery } from './forward-event.ts'
import { madeUpEvent } from './made-up-event.ts'
import { forwardingSecret, merchantAccess } from './merchant-access.ts'
import type { ExitCode, Surroundings } from './surroundings.ts'
import { TRIGGERS } from './triggers.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: npx @per-second/client trigger TYPE [options]

Causes an event in test mode by a call of the service. With --forward-to it calls nothing: it signs a simulated event and posts it to
your receiver.

Types, and the call:
${EVENT_TYPES.map(type => `  ${type.padEnd(26)}  ${told(type)}`).join('\n')}

Options:
  --subscription SUB  the subscription (sub_…) to start, pause, resume or cancel
  --forward-to URL    post a simulated event to this receiver instead, such as localhost:3000/webhooks
  --url URL           address of the service (default: BILLING_URL, or http://127.0.0.1:4243)

Environment:
  BILLING_KEY         the merchant's secret test key; a live key is refused
  WEBHOOK_SECRET      secret that signs a simulated event (default: the one that \`listen\` shows)
`

export const triggerCommand: Command = {
  name: 'trigger',
  summary: 'make an event happen in test mode',
  help: HELP,
  operands: 1,
  options: {
    subscription: { type: 'string' },
    'forward-to': { type: 'string' },
    url: { type: 'string' },
  },
  run: async ({ operands: [given = ''], options }, surroundings) => {
    const type = eventType(given)
    return options['forward-to'] === undefined
      ? cause(type, options, surroundings)
      : makeUp(type, receiverUrl(options['forward-to']), surroundings)
  },
}

async function cause(
  type: EventType,
  options: Invocation['options'],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const trigger = TRIGGERS[type]
  if (trigger.cause === null)
    throw new UsageError(
      `trigger cannot cause ${type}: it happens when ${trigger.how}. Add --forward-to URL to send a simulated one to your receiver.`,
      type,
    )
  const { subscription } = options
  if (trigger.needs === 'subscription' && subscription === undefined)
    throw new UsageError(`${type} needs a subscription. Name it with --subscription sub_….`, '--subscription')
  const { billing, mode } = merchantAccess(options, surroundings)
  if (mode === 'live')
    throw new UsageError(
      'BILLING_KEY is a live key. Events are triggered in test mode only: use a test key.',
      'BILLING_KEY',
    )
  const say = (step: string) => surroundings.writeErr(`${step}\n`)
  const { signal } = surroundings
  const id = await trigger.cause({ billing, subscription: String(subscription), signal, say })
  const { data } = await billing.events.list({ type, limit: 1 }, { signal })
  const [event] = data
  if (event?.data.object.id !== id) say('The event comes when the chain has it.')
  else surroundings.writeOut(`${event.type}  ${event.id}\n`)
  return 0
}

async function makeUp(type: EventType, url: string, surroundings: Surroundings): Promise<ExitCode> {
  const { secret } = await forwardingSecret(surroundings)
  const now = Math.floor(surroundings.timing.unixMs() / 1000)
  const delivery = await forwardEvent(madeUpEvent(type, now), { url, secret }, surroundings)
  surroundings.writeOut(`${type}  simulated  ${tellDelivery(delivery)}\n`)
  return isTaken(delivery) ? 0 : 1
}

function told(type: EventType): string {
  const { how, cause } = TRIGGERS[type]
  return cause === null ? `only simulated: it happens when ${how}` : how
}
