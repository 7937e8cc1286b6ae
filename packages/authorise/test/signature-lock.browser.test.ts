import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { callsTo } from './asked.ts'
import { arrives, button } from './person.ts'
import {
  asksInVain,
  connectsTo,
  press,
  says,
  sees,
  signsInVain,
  type Watched,
  watched,
} from './signed-here.ts'
import { CHECKOUTS, type Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const OTHER_PAYEE = `0x${'99'.repeat(20)}` as const

// docs/money.md, rule 52
test('default: the request is recorded before the wallet’s prompt', async () => {
  const watch = watched()
  const { here, asked } = watch
  await connectsTo(here)
  const release = here.wallet.controls.hold()
  await press(here)
  await expect.poll(() => asked.length).toBe(1)
  const written = watch.lock()
  expect([written?.digest, written?.signature]).toEqual([asked[0]?.message.nonce, null])
  expect([written?.terms.max_seconds, written?.terms.payer]).toEqual([3_600, here.wallet.controls.address])
  release()
  await arrives(here, 'complete')
})

/** The returns of a subscriber on the same page, to a wallet with an open request. */
const WAYS_BACK: Record<string, (here: Stage) => Promise<Stage>> = {
  async 'Try again'(here) {
    return here
  },
  async 'Cancel, and beginning again'(here) {
    await button('Cancel').click()
    await says(
      here,
      /Cancelled .*at most \$0\.9972\. You can choose another length at .*, or start a new order at Northwind Compute now\./,
    )
    await button('Start again').click()
    await arrives(here, 'reviewing')
    return here
  },
  async 'a wallet that was locked'(here) {
    here.wallet.controls.lock()
    await arrives(here, 'choosing')
    await connectsTo(here)
    return here
  },
  async 'another session in between'(here) {
    const { session } = here.element
    here.element.session = 'cs_other'
    await arrives(here, 'unavailable')
    here.element.session = session
    await arrives(here, 'reviewing')
    return here
  },
}

test.each(Object.entries(WAYS_BACK))(
  'behaviour: after %s the same is asked for, and nothing is prepared again',
  async (_name, comesBack) => {
    const watch = watched()
    await asksInVain(watch)
    const { service } = watch.here
    service.payee = OTHER_PAYEE
    const prepared = callsTo(watch.here, '/prepare').length
    const here = await comesBack(watch.here)
    await press(here)
    await arrives(here, 'complete')
    expect(watch.asked).toEqual([watch.asked[0], watch.asked[0]])
    expect([callsTo(here, '/prepare').length, service.openings]).toEqual([prepared, 1])
  },
)

/** The same on a page that knows only the browser's record. */
const WAYS_ELSEWHERE: Record<string, (here: Stage) => Promise<Stage>> = {
  async 'a reload'(here) {
    const again = here.reload()
    // The wallet is resumed without a prompt.
    await arrives(again, 'reviewing')
    await says(again, 'Your wallet may still hold a request for at most $0.9972.')
    return again
  },
  async 'another tab'(here) {
    const other = here.newTab()
    here.element.remove()
    await arrives(other, 'reviewing')
    return other
  },
}

test.each(Object.entries(WAYS_ELSEWHERE))(
  'behaviour: after %s the same is asked for, where the service still offers it',
  async (_name, comesBack) => {
    const watch = watched()
    await asksInVain(watch)
    const here = await comesBack(watch.here)
    watch.here.service.ahead = 30
    await press(here)
    await arrives(here, 'complete')
    expect([watch.asked, here.service.openings]).toEqual([[watch.asked[0], watch.asked[0]], 1])
  },
)

test.each<[string, (here: Stage) => void]>([
  ['payee', ({ service }) => Object.assign(service, { payee: OTHER_PAYEE })],
  ['operator', ({ service }) => Object.assign(service.chain, { operator: OTHER_PAYEE })],
  ['fee', ({ service }) => Object.assign(service.chain, { fee_bps: 900 })],
  ['fee recipient', ({ service }) => Object.assign(service.chain, { fee_recipient: OTHER_PAYEE })],
])(
  'error: after a reload with another %s nothing is asked for before its time is over',
  async (_name, change) => {
    const watch = watched()
    await asksInVain(watch)
    change(watch.here)
    const here = watch.here.reload()
    await arrives(here, 'reviewing')
    await press(here)
    await says(here, 'Another page of this site may have changed this checkout.')
    await says(here, 'You can choose another length at')
    sees(watch, { block: 0, device: 0 })
    await press(here)
    await arrives(here, 'complete')
    expect(new Set(watch.asked.map(({ message }) => message.nonce)).size).toBe(2)
  },
)

test('behaviour: the length is fixed after a request', async () => {
  const watch = watched()
  await asksInVain(watch)
  expect(
    watch.here.element.shadowRoot?.querySelectorAll('.preset input:not(:disabled), .amount:not(:disabled)')
      .length,
  ).toBe(0)
  const other = watch.here.newTab()
  watch.here.element.remove()
  await arrives(other, 'reviewing')
  await expect.element(button('Authorise $0.9972')).toBeVisible()
})

describe.each(CHECKOUTS)('%s: a signature that exists', (_checkout, checkout) => {
  /** The distinct submissions to the service. */
  const handedIn = ({ here }: Watched) =>
    new Set(callsTo(here, '/authorise').map(({ body }) => JSON.stringify(body)))

  test.each<[string, (here: Stage) => Stage | Promise<Stage>]>([
    [
      'Try again',
      async here => {
        await press(here)
        return here
      },
    ],
    ['a reload', here => here.reload()],
    [
      'another tab',
      here => {
        here.element.remove()
        return here.newTab()
      },
    ],
    [
      'Cancel, and beginning again',
      async here => {
        await button('Cancel').click()
        await button('Start again').click()
        await arrives(here, 'reviewing')
        await press(here)
        return here
      },
    ],
  ])('behaviour: %s hands in the same one', async (_name, comesBack) => {
    const watch = watched(checkout())
    await signsInVain(watch)
    const here = await comesBack(watch.here)
    await arrives(here, 'complete')
    expect([watch.asked.length, handedIn(watch).size, here.service.openings]).toEqual([1, 1, 1])
  })

  test.each([
    { path: '/authorise', status: 400, code: 'draft_invalid' },
    { path: '/authorise', status: 400, code: 'session_already_claimed' },
    { path: '/authorise', status: 400, code: 'payer_frozen' },
    { path: '/authorise', status: 400, code: 'checkout_session_not_open' },
    { path: '/authorise', status: 404, code: 'resource_missing' },
    { path: '/authorise', status: 418, code: 'an_unknown_code' },
  ])('behaviour: $code asks for no other signature', async fault => {
    const watch = watched(checkout())
    const { here } = watch
    await connectsTo(here)
    here.service.fail(fault)
    here.service.fail(fault)
    await press(here)
    await arrives(here, 'error')
    await says(here, 'You have signed for at most $0.9972.')
    await press(here)
    await expect.poll(() => callsTo(here, '/authorise').length).toBe(2)
    await arrives(here, 'error')
    await press(here)
    await arrives(here, 'complete')
    expect([watch.asked.length, handedIn(watch).size]).toEqual([1, 1])
  })

  test('behaviour: Cancel shows the open amount and its deadline, never that nothing was authorised', async () => {
    const watch = watched(checkout())
    await signsInVain(watch)
    await button('Cancel').click()
    await says(watch.here, /Cancelled .*You have signed for at most \$0\.9972\./)
    // The subscriber leaves the page after reading it.
    await expect
      .element(page.getByRole('link', { name: 'Back to Northwind Compute' }))
      .toHaveAttribute('href', 'https://shop.example/cart')
  })

  test('behaviour: an expired session shows them, too', async () => {
    const watch = watched(checkout())
    await signsInVain(watch)
    watch.here.service.expire()
    await watch.here.element.refresh()
    await arrives(watch.here, 'expired')
    await says(watch.here, 'You have signed for at most $0.9972.')
    expect(watch.here.element.shadowRoot?.textContent).not.toContain('Nothing was charged')
  })
})
