import type { Command } from './command.ts'
import { forwardEvent, isTaken, receiverUrl, tellDelivery } from './forward-event.ts'
import { forwardingSecret, merchantAccess } from './merchant-access.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: npx @per-second/client events resend EVENT --forward-to URL [options]

Fetches an event (evt_…) and posts it to a receiver once more, signed now, with its own id: a receiver that has it already must say so
and change nothing. With the endpoint's own secret as WEBHOOK_SECRET this reaches a receiver in production, too.

Options:
  --forward-to URL    where to: localhost:3000/webhooks (required)
  --url URL           address of the service (default: BILLING_URL, or http://127.0.0.1:4243)

Environment:
  BILLING_KEY         the merchant's secret key (required)
  WEBHOOK_SECRET      what it is signed with; without it, what \`listen\` shows

Ends with 0 when the receiver answered 2xx.
`

export const resendCommand: Command = {
  name: 'events resend',
  summary: 'send an event to your receiver once more',
  help: HELP,
  operands: 1,
  options: { 'forward-to': { type: 'string' }, url: { type: 'string' } },
  run: async ({ operands: [id], options }, surroundings) => {
    if (id === undefined) throw new UsageError('Which event? Give its id, evt_….')
    if (options['forward-to'] === undefined)
      throw new UsageError('Where to? Give your receiver’s address with --forward-to.', '--forward-to')
    const url = receiverUrl(options['forward-to'])
    const { billing } = merchantAccess(options, surroundings)
    const event = await billing.events.retrieve(id, { signal: surroundings.signal })
    const { secret } = await forwardingSecret(surroundings)
    const delivery = await forwardEvent(event, { url, secret }, surroundings)
    surroundings.writeOut(`${event.type}  ${event.id}  ${tellDelivery(delivery)}\n`)
    return isTaken(delivery) ? 0 : 1
  },
}
