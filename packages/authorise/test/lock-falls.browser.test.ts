import { beforeEach, describe, expect, test } from 'vitest'
import { callsTo } from './asked.ts'
import { forge, withTerms } from './forged-lock.ts'
import { arrives, button } from './person.ts'
import { asksInVain, connectsTo, press, type Seen, says, sees, signsInVain, watched } from './signed-here.ts'
import { CHECKOUTS } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const FALLS: [string, Seen][] = [
  ['a block at open_by, and the clock at it, too', { block: 0, device: 0 }],
  ['a block and a clock long after it', { block: 3_600, device: 3_600 }],
  [
    'the nonce is spent and the meter unknown in that block',
    { block: -600, device: -600, isNonceUsed: true },
  ],
]

const STANDS: [string, Seen][] = [
  ['a block before open_by, whatever a fast clock says', { block: -1, device: 86_400 }],
  ['a clock before open_by, whatever a block says', { block: 86_400, device: -1 }],
  ['nothing can be read, though it is late', { block: 600, device: 600, isUnreadable: true }],
  [
    'nothing can be read, though the nonce is spent',
    { block: 600, device: 600, isNonceUsed: true, isUnreadable: true },
  ],
  ['it is early', { block: -600, device: -600 }],
]

const KNOWN: [string, Seen][] = [
  ['early', { block: -600, device: -600, isKnown: true }],
  ['with its nonce spent', { block: -600, device: -600, isKnown: true, isNonceUsed: true }],
  ['late', { block: 600, device: 600, isKnown: true, isNonceUsed: true }],
]

// docs/money.md, rule 53
describe.each(CHECKOUTS)('%s: requested, and not signed', (_name, checkout) => {
  test.each(FALLS)('behaviour: falls with %s', async (_name, seen) => {
    const watch = watched(checkout())
    await asksInVain(watch)
    sees(watch, seen)
    await press(watch.here)
    await arrives(watch.here, 'complete')
    const [first, second, ...others] = watch.asked.map(({ message }) => message.nonce)
    expect(second).not.toBe(first)
    expect([others, watch.lock()?.digest]).toEqual([[], second])
  })

  test.each(STANDS)('behaviour: stands with %s', async (_name, seen) => {
    const watch = watched(checkout())
    await asksInVain(watch)
    const prepared = callsTo(watch.here, '/prepare').length
    watch.here.wallet.controls.answer('typed_data', 'fail')
    sees(watch, seen)
    await press(watch.here)
    await expect.poll(() => watch.asked.length).toBe(2)
    await arrives(watch.here, 'error')
    expect(watch.asked[1]).toEqual(watch.asked[0])
    expect([callsTo(watch.here, '/prepare').length, watch.lock()?.digest]).toEqual([
      prepared,
      watch.asked[0]?.message.nonce,
    ])
  })

  test.each(KNOWN)('behaviour: known %s, it is never signed again', async (_name, seen) => {
    const watch = watched(checkout())
    const { here } = watch
    await asksInVain(watch)
    sees(watch, seen)
    await press(here)
    await says(here, 'This order has already started.')
    await says(here, '$0.9972 is held safely for this order.')
    sees(watch, { block: 86_400, device: 86_400 })
    await press(here)
    await arrives(here, 'error')
    sees(watch, seen)
    const again = here.reload()
    await arrives(again, 'reviewing')
    await press(again)
    await says(again, 'This order has already started.')
    expect(watch.asked.length).toBe(1)
  })
})

test('behaviour: an impossible deadline is dropped at once, and blocks no session for ever', async () => {
  const watch = watched()
  await asksInVain(watch)
  const year = 365 * 86_400
  forge(watch, lock =>
    withTerms(lock, { open_by: lock.terms.open_by + year, expiry: lock.terms.expiry + year }),
  )
  const here = watch.here.reload()
  await arrives(here, 'reviewing')
  await press(here)
  await arrives(here, 'complete')
  expect([watch.asked.length, here.service.openings]).toEqual([2, 1])
})

test('behaviour: on a device whose clock is days behind, a lock that the chain would still accept stands after a reload', async () => {
  const watch = watched()
  await asksInVain(watch)
  watch.here.wallet.controls.setLatestBlockTimestamp(watch.clock.now)
  watch.clock.now -= 3 * 86_400
  const here = watch.here.reload()
  await arrives(here, 'reviewing')
  await press(here)
  await arrives(here, 'complete')
  expect(watch.asked).toEqual([watch.asked[0], watch.asked[0]])
})

// docs/money.md, rule 53
describe.each(CHECKOUTS)('%s: signed, and not opened', (_name, checkout) => {
  test('behaviour: falls during the wait at the card, and then another is requested', async () => {
    const watch = watched(checkout())
    const { here } = watch
    await signsInVain(watch)
    sees(watch, { block: 0, device: 0 })
    await here.element.refresh()
    await arrives(here, 'reviewing')
    expect([watch.lock(), watch.asked.length]).toEqual([null, 1])
    await press(here)
    await arrives(here, 'complete')
    expect(new Set(watch.asked.map(({ message }) => message.nonce)).size).toBe(2)
  })

  test.each(STANDS)('behaviour: stands at the card with %s', async (_name, seen) => {
    const watch = watched(checkout())
    await signsInVain(watch)
    sees(watch, seen)
    await watch.here.element.refresh()
    expect([watch.here.element.phase, watch.lock()?.digest]).toEqual(['error', watch.asked[0]?.message.nonce])
  })

  test.each(KNOWN.slice(2))('behaviour: known %s, and the card shows it', async (_name, seen) => {
    const watch = watched(checkout())
    await signsInVain(watch)
    sees(watch, seen)
    await watch.here.element.refresh()
    await says(watch.here, '$0.9972 is held safely for this order.')
    await expect.element(button('Stop on the network')).toBeVisible()
    expect(watch.lock()?.isKnown).toBe(true)
  })

  test('behaviour: if only the service calls it late, it is submitted again until the chain agrees', async () => {
    const watch = watched(checkout())
    const { here } = watch
    await signsInVain(watch)
    here.service.ahead = 901
    await press(here)
    await says(here, 'The signature came too late.')
    await press(here)
    await expect.poll(() => callsTo(here, '/authorise').length).toBe(3)
    await says(here, 'The signature came too late.')
    expect(watch.asked.length).toBe(1)
    sees(watch, { block: 1, device: 1 })
    await press(here)
    await arrives(here, 'complete')
    expect([watch.asked.length, here.service.openings]).toEqual([2, 1])
  })
})

test('behaviour: when it falls the card shows the wallet’s current account, and prompts that one', async () => {
  const watch = watched()
  const { here } = watch
  await connectsTo(here)
  for (let time = 0; time < 3; time++) here.service.fail({ path: '/authorise', lost: 'before' })
  await press(here)
  await arrives(here, 'error')
  const payer = here.wallet.controls.changeAccount()
  sees(watch, { block: 10, device: 10 })
  await here.element.refresh()
  await arrives(here, 'reviewing')
  await says(here, payer.slice(-4))
  await press(here)
  await arrives(here, 'complete')
  expect(watch.asked.map(({ message }) => message.from.toLowerCase())).toEqual([
    watch.asked[0]?.message.from.toLowerCase(),
    payer.toLowerCase(),
  ])
  expect(watch.asked[0]?.message.from.toLowerCase()).not.toBe(payer.toLowerCase())
})
