import { beforeEach, describe, expect, test } from 'vitest'
import { browserStorage } from '../src/dom/browser-storage.ts'
import { callsTo } from './asked.ts'
import { forge, withTerms } from './forged-lock.ts'
import { arrives, button } from './person.ts'
import { asksInVain, connectsTo, press, says, signsInVain, watched, wordsOf } from './signed-here.ts'
import { inMemory } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const KEY = `0x${'4d'.repeat(32)}` as const
const OTHER_KEY = `0x${'5e'.repeat(32)}` as const

// docs/money.md, rule 52
describe('two tabs that prompt at once', () => {
  test('default: one prompts, the other reports that, and both end in the same meter', async () => {
    const { here, asked } = watched()
    const other = here.newTab()
    await connectsTo(here)
    await connectsTo(other)
    const release = here.wallet.controls.hold()
    await press(here)
    await expect.poll(() => asked.length).toBe(1)
    await press(other)
    await says(other, 'Another tab is asking your wallet.')
    release()
    await arrives(here, 'complete')
    await press(other)
    await arrives(other, 'complete')
    expect([asked.length, here.service.openings]).toEqual([1, 1])
    await expect.poll(() => [here.element.meter, other.element.meter]).toEqual(['running', 'running'])
  })

  test('behaviour: the other one requests the same after the first refusal', async () => {
    const { here, asked } = watched()
    const other = here.newTab()
    await connectsTo(here)
    await connectsTo(other)
    here.wallet.controls.answer('typed_data', 'fail')
    await press(here)
    await arrives(here, 'error')
    here.wallet.controls.answer('typed_data', 'approve')
    await press(other)
    await arrives(other, 'complete')
    expect(asked).toEqual([asked[0], asked[0]])
  })

  test('behaviour: without Web Locks no second digest is requested either', async () => {
    const { here, asked } = watched({ ports: { locks: undefined } })
    const other = here.newTab()
    await connectsTo(here)
    await connectsTo(other)
    await expect.poll(() => callsTo(here, '/prepare').length).toBe(2)
    const answer = here.service.hold('/prepare', 'answer')
    const release = here.wallet.controls.hold()
    await press(here)
    await press(other)
    await expect.poll(() => callsTo(here, '/prepare').length).toBe(4)
    answer()
    await expect.poll(() => [here.element.phase, other.element.phase].sort()).toEqual(['error', 'signing'])
    release()
    await expect.poll(() => [here.element.phase, other.element.phase]).toContain('complete')
    expect([asked.length, here.service.openings]).toEqual([1, 1])
  })
})

describe('a storage that forgets', () => {
  test('behaviour: after a clear with the page open, the same is requested', async () => {
    const watch = watched()
    await asksInVain(watch)
    for (const name of watch.storage.names('')) watch.storage.erase(name)
    await press(watch.here)
    await arrives(watch.here, 'complete')
    expect(watch.asked).toEqual([watch.asked[0], watch.asked[0]])
  })

  test('behaviour: after a clear with the prompt open, the signature counts, and is recorded again', async () => {
    const watch = watched()
    const { here, asked, storage } = watch
    await connectsTo(here)
    const release = here.wallet.controls.hold()
    await press(here)
    await expect.poll(() => asked.length).toBe(1)
    for (const name of storage.names('')) storage.erase(name)
    release()
    await arrives(here, 'complete')
    expect([asked.length, watch.lock()?.digest]).toEqual([1, asked[0]?.message.nonce])
  })

  test('behaviour: a signature is not lost when another digest replaced its record', async () => {
    const watch = watched()
    const { here, asked } = watch
    await connectsTo(here)
    const release = here.wallet.controls.hold()
    await press(here)
    await expect.poll(() => asked.length).toBe(1)
    forge(watch, lock => withTerms(lock, { fee_bps: 1_000 }))
    release()
    await arrives(here, 'complete')
    expect([asked.length, here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: refused from the beginning, it holds until the reload', async () => {
    const storage = browserStorage(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const watch = watched({ storage })
    await asksInVain(watch)
    await button('Cancel').click()
    await button('Start again').click()
    await arrives(watch.here, 'reviewing')
    await press(watch.here)
    await arrives(watch.here, 'complete')
    expect(watch.asked).toEqual([watch.asked[0], watch.asked[0]])
  })

  test.each(['', '{', 'null', '[]', '7', '{"digest":"0x"}'])(
    'behaviour: %j in its place is nothing',
    async text => {
      const storage = {
        ...inMemory(),
        names: (prefix: string) => [`${prefix}cs_other 0x${'ee'.repeat(32)}`],
        read: (name: string) => (name.includes(' lock ') ? text : null),
      }
      const { here } = watched({ storage })
      await connectsTo(here)
      await press(here)
      await arrives(here, 'complete')
    },
  )
})

// docs/money.md, rule 52
describe('a page that makes a new session on every load', () => {
  const SHOWN = /You have signed for another checkout of this shop: up to \$0\.9972, valid until/

  async function signsTheFirst() {
    const first = watched({ wallet: { key: KEY } })
    await signsInVain(first)
    first.here.element.remove()
    return first
  }

  test('default: the signature for the other session is shown before the press', async () => {
    const { storage } = await signsTheFirst()
    const second = watched({ storage, wallet: { key: KEY }, id: 'cs_test_second' })
    await connectsTo(second.here)
    await says(second.here, SHOWN)
    expect(second.asked).toEqual([])
  })

  test('behaviour: an earlier press shows it before the prompt, and the next press continues', async () => {
    const { storage } = await signsTheFirst()
    const second = watched({ storage, wallet: { key: KEY }, id: 'cs_test_second' })
    await connectsTo(second.here)
    await press(second.here)
    await says(second.here, SHOWN)
    expect([second.asked, second.here.element.phase]).toEqual([[], 'reviewing'])
    await press(second.here)
    await arrives(second.here, 'complete')
    expect(second.asked.length).toBe(1)
  })

  test('behaviour: a device whose clock is fast hides none that the chain would still take', async () => {
    const { storage, lock } = await signsTheFirst()
    const second = watched({ storage, wallet: { key: KEY }, id: 'cs_test_second' })
    second.clock.now = lock()?.terms.open_by ?? Number.NaN
    await connectsTo(second.here)
    await press(second.here)
    await says(second.here, SHOWN)
    expect(second.asked).toEqual([])
  })

  test.each([
    ['does not know it, whatever the service said', false, /valid until/],
    ['knows it', true, /^(?!.*valid until)/s],
  ])('behaviour: one called open is shown if the escrow %s', async (_, isKnown, words) => {
    const first = watched({ wallet: { key: KEY } })
    await connectsTo(first.here)
    await press(first.here)
    await arrives(first.here, 'complete')
    first.here.element.remove()
    const second = watched({ storage: first.storage, wallet: { key: KEY }, id: 'cs_test_second' })
    second.here.wallet.controls.setOpening({ isKnown, isNonceUsed: isKnown })
    await connectsTo(second.here)
    await press(second.here)
    await arrives(second.here, isKnown ? 'complete' : 'reviewing')
    await expect.poll(() => wordsOf(second.here)).toMatch(words)
    expect(second.asked.length).toBe(isKnown ? 1 : 0)
  })

  test('behaviour: several are shown with their total', async () => {
    const { storage } = await signsTheFirst()
    const second = watched({ storage, wallet: { key: KEY }, id: 'cs_test_second' })
    await connectsTo(second.here)
    await says(second.here, SHOWN)
    second.here.service.fail({ path: '/authorise', status: 400, code: 'insufficient_funds' })
    await press(second.here)
    await arrives(second.here, 'error')
    second.here.element.remove()
    const third = watched({ storage, wallet: { key: KEY }, id: 'cs_test_third' })
    await connectsTo(third.here)
    await says(third.here, 'up to $1.9944, valid until')
  })

  test('behaviour: the press also shows signatures that the service had called open', async () => {
    const { storage } = await signsTheFirst()
    const second = watched({ storage, wallet: { key: KEY }, id: 'cs_test_second' })
    await connectsTo(second.here)
    await says(second.here, SHOWN)
    await press(second.here)
    await arrives(second.here, 'complete')
    second.here.element.remove()
    const third = watched({ storage, wallet: { key: KEY }, id: 'cs_test_third' })
    await connectsTo(third.here)
    await says(third.here, SHOWN)
    await press(third.here)
    await says(third.here, 'up to $1.9944, valid until')
    expect([third.asked, third.here.element.phase]).toEqual([[], 'reviewing'])
    await press(third.here)
    await arrives(third.here, 'complete')
    expect(third.asked.length).toBe(1)
  })

  test('behaviour: the notice of one account is not shown to the next', async () => {
    const { storage } = await signsTheFirst()
    const other = watched({ storage, wallet: { key: OTHER_KEY }, id: 'cs_test_other_account', rate: '0.001' })
    await signsInVain(other)
    other.here.element.remove()
    const third = watched({ storage, wallet: { key: KEY }, id: 'cs_test_third' })
    await connectsTo(third.here)
    await says(third.here, SHOWN)
    third.here.wallet.controls.changeAccount(OTHER_KEY)
    await says(third.here, 'up to $3.60, valid until')
  })

  test('behaviour: one that is over, or another account’s, is not shown', async () => {
    const { storage, lock } = await signsTheFirst()
    const other = watched({ storage, id: 'cs_test_other_account' })
    await connectsTo(other.here)
    await press(other.here)
    await arrives(other.here, 'complete')
    other.here.element.remove()
    const late = watched({ storage, wallet: { key: KEY }, id: 'cs_test_late' })
    late.clock.now = lock()?.terms.open_by ?? Number.NaN
    late.here.wallet.controls.setLatestBlockTimestamp(late.clock.now)
    late.here.service.ahead = 901
    await connectsTo(late.here)
    await press(late.here)
    await arrives(late.here, 'complete')
    expect([wordsOf(other.here), wordsOf(late.here)].some(words => SHOWN.test(words))).toBe(false)
  })
})
