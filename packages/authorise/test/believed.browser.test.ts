import type { Subscription } from '@per-second/protocol/types'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BillingAuthoriseErrorEvent } from '../src/events.ts'
import { arrives, button } from './person.ts'
import { connectsTo, press, says, type Watched, watched, wordsOf } from './signed-here.ts'
import type { Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const MATCHES = 'Checked against your signature'
const REFUSED = 'The service’s figures do not match what you signed.'

const refusals = ({ events }: Stage) =>
  events
    .filter(event => event.type === 'billing-authorise-error')
    .map(event => [(event as BillingAuthoriseErrorEvent).code, (event as BillingAuthoriseErrorEvent).field])

const spent = ({ element }: Stage) => element.shadowRoot?.querySelector('[part~=spent]')?.textContent?.trim()

/** A meter of an hour at $0.000277 a second, opened by this browser, whose service reports 100 used seconds. */
async function running(): Promise<Watched> {
  const watch = watched()
  const { here } = watch
  here.service.frozen = true
  await connectsTo(here)
  await press(here)
  await arrives(here, 'complete')
  here.service.use(100)
  await here.element.refresh()
  await expect.poll(() => spent(here)).toBe('$0.027700')
  return watch
}

/** Changes the service's reports of the subscription from now on, on their way to the page. */
function lies({ here }: Watched, change: Partial<Subscription>): void {
  here.service.lie = (answer, path) => path.startsWith('/subscriptions/') && Object.assign(answer, change)
}

const LIES: [keyof Subscription, Partial<Subscription>][] = [
  ['checkout_session', { checkout_session: 'cs_other' }],
  ['product', { product: 'prod_other' }],
  ['allow_pause', { allow_pause: false }],
  ['rate_usd_per_second', { rate_usd_per_second: '0.000278' }],
  ['rate_usd_per_second', { rate_usd_per_second: '0.000276' }],
  ['rate_per_second_wei', { rate_per_second_wei: '278' }],
  ['max_duration_seconds', { max_duration_seconds: 3_601 }],
  ['max_duration_seconds', { max_duration_seconds: 3_599 }],
  ['max_escrow_usd', { max_escrow_usd: '0.9973' }],
  ['elapsed_seconds', { elapsed_seconds: 3_601 }],
  ['elapsed_seconds', { elapsed_seconds: 100 + 125 }],
  ['billed_seconds', { billed_seconds: 101 }],
  ['settled_usd', { settled_usd: '0.027701' }],
  ['refunded_usd', { refunded_usd: '0.997201' }],
  ['refunded_usd', { settled_usd: '0.0277', refunded_usd: '0.969501' }],
]

// docs/money.md, rule 58
describe('after the signature', () => {
  test.each(LIES)('error: %s is checked against the signed terms: %j', async (field, change) => {
    const watch = await running()
    const { here } = watch
    lies(watch, change)
    await here.element.refresh()
    await says(here, REFUSED)
    expect([refusals(here), spent(here), here.element.meter]).toEqual([
      [['refused_meter', field]],
      '$0.027700',
      'running',
    ])
    await here.element.refresh()
    expect(refusals(here).length).toBe(1)
    here.service.lie = () => undefined
    here.service.use(120)
    await here.element.refresh()
    await expect.poll(() => spent(here)).toBe('$0.033240')
    expect(wordsOf(here)).not.toContain(REFUSED)
  })

  test.each(LIES)('error: also in a response to Pause: %s, %j', async (field, change) => {
    const watch = await running()
    const { here } = watch
    lies(watch, change)
    await button('Pause').click()
    await says(here, REFUSED)
    expect([refusals(here), spent(here), here.element.meter]).toEqual([
      [['refused_meter', field]],
      '$0.027700',
      'running',
    ])
  })

  test('error: another subscription than the signed one, named by its session', async () => {
    const { here } = await running()
    here.service.lie = answer => {
      if (answer.object === 'checkout.session') answer.subscription = 'sub_other'
    }
    const again = here.reload()
    await arrives(again, 'complete')
    await expect.poll(() => again.element.meter ?? wordsOf(again)).not.toContain('Reading the meter')
    expect(again.element.meter).toBeNull()
    expect(wordsOf(again)).not.toContain(MATCHES)
  })
})

describe('the session of a meter that this browser signed for', () => {
  const SESSION_LIES: [string, (answer: Record<string, unknown>) => void][] = [
    [
      'rate_usd_per_second',
      ({ product }) =>
        Object.assign(product as object, { rate_usd_per_second: '0.01', rate_per_second_wei: '10000' }),
    ],
    ['max_duration_seconds', answer => Object.assign(answer, { max_duration_seconds: 36_000 })],
    ['max_escrow_usd', answer => Object.assign(answer, { max_escrow_usd: '5' })],
  ]

  test.each(SESSION_LIES)('error: is checked against the signed terms, too: %s', async (field, change) => {
    const { here } = await running()
    here.service.lie = answer => {
      if (answer.object === 'checkout.session') change(answer)
    }
    const again = here.reload()
    await says(again, REFUSED)
    expect(refusals(again)).toEqual([['refused_meter', field]])
    await says(again, '1 hour, at most $0.9972')
  })
})

describe('"Checked against your signature"', () => {
  test('default: with the meter, after a reload, in another tab, and with the receipt', async () => {
    const { here } = await running()
    expect(wordsOf(here)).toContain(MATCHES)
    const again = here.reload()
    await says(again, MATCHES)
    again.element.remove()
    const other = again.newTab()
    await says(other, MATCHES)
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => other.element.meter).toBe('canceled')
    expect(wordsOf(other)).toContain(MATCHES)
    expect(refusals(other)).toEqual([])
  })

  // docs/money.md, rule 58
  test('behaviour: not in a browser without a record of it, which cannot check the figures', async () => {
    const watch = await running()
    const { here } = watch
    for (const name of watch.storage.names('').filter(each => each.includes(' lock ')))
      watch.storage.erase(name)
    const again = here.reload()
    await expect.poll(() => again.element.meter).toBe('running')
    expect(wordsOf(again)).not.toContain(MATCHES)
    lies(watch, { elapsed_seconds: 3_600 })
    await again.element.refresh()
    await expect.poll(() => spent(again)).toBe('$0.997200')
  })
})
