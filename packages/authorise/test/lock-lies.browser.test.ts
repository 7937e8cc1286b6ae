import { beforeEach, describe, expect, test } from 'vitest'
import type { BillingAuthoriseErrorEvent } from '../src/events.ts'
import { callsTo } from './asked.ts'
import { arrives, button } from './person.ts'
import { asksInVain, connectsTo, press, says, type Watched, watched } from './signed-here.ts'
import { CHECKOUTS, type Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const lastCode = ({ events }: Stage) =>
  events
    .filter(event => event.type === 'billing-authorise-error')
    .map(event => (event as BillingAuthoriseErrorEvent).code)
    .at(-1)

const timesHandedIn = ({ here }: Watched) => callsTo(here, '/authorise').length

const INVALID = { path: '/authorise', status: 400, code: 'signature_invalid' }

// docs/money.md, rule 59
describe.each(CHECKOUTS)('%s: a lying authorise', (_name, checkout) => {
  test('default: a valid signature is not called wrong, and is submitted again', async () => {
    const watch = watched(checkout())
    const { here } = watch
    await connectsTo(here)
    here.service.fail(INVALID)
    here.service.fail(INVALID)
    await press(here)
    await says(here, 'The service refuses your signature, although it is correct. Try again soon.')
    expect(lastCode(here)).toBe('signature_disputed')
    await press(here)
    await expect.poll(() => timesHandedIn(watch)).toBe(2)
    await arrives(here, 'error')
    await press(here)
    await arrives(here, 'complete')
    expect([
      watch.asked.length,
      new Set(callsTo(here, '/authorise').map(({ body }) => JSON.stringify(body))).size,
    ]).toEqual([1, 1])
  })

  test('behaviour: over a reload as well', async () => {
    const watch = watched(checkout())
    await connectsTo(watch.here)
    watch.here.service.fail(INVALID)
    watch.here.service.fail(INVALID)
    await press(watch.here)
    await arrives(watch.here, 'error')
    const again = watch.here.reload()
    await says(again, 'The service refuses your signature, although it is correct.')
    expect(watch.asked.length).toBe(1)
  })

  test('behaviour: a wrong signature is the wallet’s mistake, and the wallet is prompted again', async () => {
    const watch = watched(checkout())
    const { here, asked } = watch
    await connectsTo(here)
    const honest = here.wallet.signTypedData
    here.wallet.signTypedData = async typedData => {
      await honest(typedData)
      return `0x${'11'.repeat(64)}1b`
    }
    here.service.fail(INVALID)
    await press(here)
    await says(here, 'The signature does not fit this account.')
    expect(lastCode(here)).toBe('signature_invalid')
    here.wallet.signTypedData = honest
    await press(here)
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[1]).toEqual(asked[0])
    await arrives(here, 'complete')
  })

  test.each<[string, (answer: Record<string, unknown>) => void]>([
    [
      'another rate',
      answer => merge(answer.subscription, { rate_usd_per_second: '0.000278', rate_per_second_wei: '278' }),
    ],
    [
      'another maximum',
      answer => merge(answer.subscription, { max_duration_seconds: 7_200, max_escrow_usd: '1.9944' }),
    ],
    ['seconds that cannot have passed', answer => merge(answer.subscription, { elapsed_seconds: 1_800 })],
    ['more settled than is due', answer => merge(answer.subscription, { settled_usd: '0.9972' })],
    ['another subscription', answer => merge(answer.subscription, { id: 'sub_other' })],
    [
      'another subscription, in the session as well',
      answer => {
        merge(answer.subscription, { id: 'sub_other' })
        merge(answer.session, { subscription: 'sub_other' })
      },
    ],
  ])('error: %s is refused_meter, and nothing is shown of it', async (_name, change) => {
    const watch = watched({
      ...checkout(),
      prepare: service => {
        service.lie = (answer, path) => path.endsWith('/authorise') && change(answer)
      },
    })
    const { here } = watch
    await connectsTo(here)
    await press(here)
    await expect.poll(() => lastCode(here)).toBe('refused_meter')
    await says(here, 'The service’s figures do not match what you signed.')
    expect([here.element.meter, watch.asked.length]).toEqual([null, 1])
    here.service.lie = () => undefined
    await press(here)
    await expect.poll(() => here.element.meter).toBe('running')
    expect([watch.asked.length, here.service.openings]).toEqual([1, 1])
  })
})

test('behaviour: a meter seen in the escrow stays known while authorise reports it as not open yet', async () => {
  const watch = watched({ prepare: service => Object.assign(service, { pendingAnswers: 1_000 }) })
  const { here } = watch
  await connectsTo(here)
  await press(here)
  await arrives(here, 'opening')
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.poll(() => watch.lock()?.isKnown).toBe(true)
  const before = timesHandedIn(watch)
  await expect.poll(() => timesHandedIn(watch)).toBeGreaterThanOrEqual(before + 2)
  await here.element.updateComplete
  expect([watch.lock()?.isKnown, button('Stop on the network').query() !== null]).toEqual([true, true])
})

describe.each(CHECKOUTS)('%s: a lying chain route', (_name, checkout) => {
  test.each<[string, object, string]>([
    ['another escrow', { escrow: `0x${'77'.repeat(20)}` }, 'refused_escrow'],
    ['another chain', { chain_id: 143, name: 'Monad' }, 'refused_chain'],
    [
      'another token',
      {
        token: {
          address: `0x${'78'.repeat(20)}`,
          name: 'Agora Dollar',
          version: '1',
          symbol: 'AUSD',
          decimals: 6,
        },
      },
      'refused_token',
    ],
  ])(
    'error: %s after the wallet was asked changes nothing about what is asked for',
    async (_name, change, code) => {
      const watch = watched(checkout())
      await asksInVain(watch)
      const honest = structuredClone(watch.here.service.chain)
      Object.assign(watch.here.service.chain, change)
      const lied = watch.here.reload()
      await arrives(lied, 'reviewing')
      await press(lied)
      await arrives(lied, 'error')
      expect([lastCode(lied), watch.asked.length]).toEqual([code, 1])
      watch.here.service.chain = honest
      const here = lied.reload()
      await arrives(here, 'reviewing')
      await press(here)
      await arrives(here, 'complete')
      expect(watch.asked).toEqual([watch.asked[0], watch.asked[0]])
    },
  )
})

function merge(held: unknown, change: object): void {
  Object.assign(held as object, change)
}
