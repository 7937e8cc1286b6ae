import type { EventType } from '@per-second/protocol/types'
import type { Command, Invocation } from './command.ts'
import { EVENT_TYPES, eventType } from './event-types.ts'
import { forwardEvent, isTaken, receiverUrl, tellDelivery } from './forward-event.ts'
import { madeUpEvent } from './made-up-event.ts'
import { forwardingSecret, merchantAccess } from './merchant-access.ts'
import type { ExitCode, Surroundings } from './surroundings.ts'
import { TRIGGERS } from './triggers.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: npx @per-second/client trigger TYPE [options]

Makes an event happen in test mode, by doing at the service what causes it. With --forward-to nothing happens there: an event with a
made-up object is signed and posted straight to your receiver.

Types, and what is done:
${EVENT_TYPES.map(type => `  ${type.padEnd(26)}  ${told(type)}`).join('\n')}

Options:
  --subscription SUB  the subscription (sub_…) to start, pause, resume or cancel
  --forward-to URL    post a made-up event there instead: localhost:3000/webhooks
  --url URL           where the service lives (default: BILLING_URL, or http://127.0.0.1:4243)

Environment:
  BILLING_KEY         the merchant's secret test key; a live key is refused
  WEBHOOK_SECRET      what a made-up event is signed with; without it, what \`listen\` shows
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
      `${type} comes about when ${trigger.how}, which this command cannot do. With --forward-to URL it sends a made-up one to your receiver.`,
      type,
    )
  const { subscription } = options
  if (trigger.needs === 'subscription' && subscription === undefined)
    throw new UsageError(`${type}: which one? Name it with --subscription sub_….`, '--subscription')
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
  surroundings.writeOut(`${type}  made up  ${tellDelivery(delivery)}\n`)
  return isTaken(delivery) ? 0 : 1
}

function told(type: EventType): string {
  const { how, cause } = TRIGGERS[type]
  return cause === null ? `only made up: it comes when ${how}` : how
}
