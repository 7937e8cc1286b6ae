import { beforeEach, describe, expect, test } from 'vitest'
import type { Ports } from '../src/ports.ts'
import { WalletError } from '../src/wallet/wallet.ts'
import { callsTo, timesAsked } from './asked.ts'
import { forge } from './forged-lock.ts'
import { arrives, button } from './person.ts'
import { connectsTo, press, says, sees, type Watched, watched, wordsOf } from './signed-here.ts'
import { CHECKOUTS, type Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const STANDS = 'Your wallet may still hold a request for at most $0.9972.'

const digests = ({ asked }: Watched) => [...new Set(asked.map(({ message }) => message.nonce))]
const stands = (here: Stage) => wordsOf(here).includes(STANDS)

/** The wallet shows the request and its owner refuses. */
async function refuses(watch: Watched, here = watch.here): Promise<void> {
  here.wallet.controls.answer('typed_data', 'reject')
  await connectsTo(here)
  await press(here)
  await says(here, 'You declined in your wallet.')
  here.wallet.controls.answer('typed_data', 'approve')
}

/** Chooses ten minutes instead, which ends in a meter. */
async function choosesLess(here: Stage): Promise<void> {
  here.element.shadowRoot?.querySelector<HTMLElement>('.preset')?.click()
  await says(here, 'Authorise $0.1662')
  await press(here)
  await arrives(here, 'complete')
  expect([here.service.session.max_duration_seconds, here.service.openings]).toEqual([600, 1])
}

/** Prompts the wallet twice for the same terms. The returned functions give each answer, in any order. */
async function asksTwice(watch: Watched): Promise<((answer: 'approve' | 'reject') => void)[]> {
  const { here, asked } = watch
  await connectsTo(here)
  const first = here.wallet.controls.hold()
  await press(here)
  await expect.poll(() => asked.length).toBe(1)
  const second = here.wallet.controls.hold()
  // After the Back button, the page does not wait ten seconds.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await button('Try again').click()
  await expect.poll(() => asked.length).toBe(2)
  return [first, second].map(release => answer => {
    here.wallet.controls.answer('typed_data', answer)
    release()
  })
}

// docs/money.md, rule 53
describe.each(CHECKOUTS)('%s: a request that was refused', (_checkout, checkout) => {
  test('default: is given up at once, and another length may be requested', async () => {
    const watch = watched(checkout())
    await refuses(watch)
    const refused = watch.lock()
    expect([stands(watch.here), refused?.isGivenUp, refused?.asked, refused?.draft]).toEqual([
      false,
      true,
      1,
      '',
    ])
    await choosesLess(watch.here)
    expect(digests(watch).length).toBe(2)
  })

  test('behaviour: also on a page that was loaded since, and in a tab that had read it', async () => {
    const watch = watched(checkout())
    const { controls } = watch.here.wallet
    await connectsTo(watch.here)
    const release = controls.hold()
    await press(watch.here)
    await expect.poll(() => watch.asked.length).toBe(1)
    const other = watch.here.newTab()
    await arrives(other, 'reviewing')
    await says(other, STANDS)
    controls.answer('typed_data', 'reject')
    release()
    await says(watch.here, 'You declined in your wallet.')
    controls.answer('typed_data', 'approve')
    const again = watch.here.reload()
    await arrives(again, 'choosing')
    expect(stands(again)).toBe(false)
    await press(other)
    await arrives(other, 'complete')
    expect([digests(watch).length, other.service.openings]).toEqual([2, 1])
  })

  test('behaviour: a wallet that fails before the request holds none, and another length may be requested', async () => {
    const watch = watched(checkout())
    const { here } = watch
    const { signTypedData } = here.wallet
    here.wallet.signTypedData = () => Promise.reject(new WalletError('account_changed', 'no'))
    await connectsTo(here)
    await press(here)
    await says(here, 'The connection to your wallet ended.')
    expect([stands(here), watch.lock()?.isGivenUp, watch.lock()?.asked]).toEqual([false, true, 0])
    here.wallet.signTypedData = signTypedData
    await choosesLess(here)
    expect(digests(watch).length).toBe(1)
  })

  test('behaviour: given up by another request of this page, it reaches no wallet any more', async () => {
    const watch = watched(checkout())
    const { here } = watch
    const { signTypedData } = here.wallet
    const { promise, resolve } = Promise.withResolvers<void>()
    const ends: string[] = []
    here.wallet.signTypedData = async (...parameters) => {
      here.wallet.signTypedData = () => Promise.reject(new WalletError('account_changed', 'no'))
      await promise
      return signTypedData(...parameters).catch(error => {
        ends.push(error.code)
        throw error
      })
    }
    await connectsTo(here)
    await press(here)
    await expect.poll(() => watch.lock()?.asked).toBe(0)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await button('Try again').click()
    await expect.poll(() => watch.lock()?.isGivenUp).toBe(true)
    resolve()
    await expect.poll(() => ends.length + timesAsked(here, 'typed_data')).toBe(1)
    expect(ends).toEqual(['wallet_failed'])
  })

  test.each<[string, (watch: Watched) => void, Partial<Ports>?]>([
    ['an account that a contract answers for', ({ here }) => here.wallet.controls.setAccountKind('contract')],
    [
      'an account that the wallet cannot describe',
      ({ here }) => {
        here.wallet.accountKind = () => Promise.reject(new Error('no answer'))
      },
    ],
    ['a browser without Web Locks', () => undefined, { locks: undefined }],
  ])('behaviour: stands for %s', async (_name, prepare, ports = {}) => {
    const watch = watched({ ...checkout(), ports })
    prepare(watch)
    await refuses(watch)
    await says(watch.here, STANDS)
    await says(watch.here, 'or start a new order at Northwind Compute now.')
    await press(watch.here)
    await arrives(watch.here, 'complete')
    expect(digests(watch).length).toBe(1)
  })

  test('behaviour: stands in a page that only read it, after a refusal of its own request', async () => {
    const watch = watched(checkout())
    const { here } = watch
    here.wallet.controls.answer('typed_data', 'fail')
    await connectsTo(here)
    await press(here)
    await arrives(here, 'error')
    const other = here.newTab()
    await arrives(other, 'reviewing')
    here.wallet.controls.answer('typed_data', 'reject')
    await press(other)
    await says(other, 'You declined in your wallet.')
    await says(other, STANDS)
    expect(digests(watch).length).toBe(1)
  })
})

describe('a prompt that was left open, and a second one', () => {
  test('default: one refusal frees nothing, and the second does, even after the page has moved on', async () => {
    const watch = watched()
    const { here } = watch
    const [first, second] = await asksTwice(watch)
    second?.('reject')
    await says(here, 'You declined in your wallet.')
    await says(here, STANDS)
    expect(watch.lock()).toMatchObject({ asked: 2, isGivenUp: false })
    first?.('reject')
    await expect.poll(() => watch.lock()?.isGivenUp).toBe(true)
    await expect.poll(() => stands(here)).toBe(false)
    here.wallet.controls.answer('typed_data', 'approve')
    await choosesLess(here)
  })

  test('behaviour: a signature of the first one after the second’s refusal is not lost', async () => {
    const watch = watched()
    const { here } = watch
    const [first, second] = await asksTwice(watch)
    second?.('reject')
    await says(here, STANDS)
    first?.('approve')
    await says(here, 'You have signed for at most $0.9972.')
    await press(here)
    await arrives(here, 'complete')
    expect([watch.asked.length, digests(watch).length, here.service.openings]).toEqual([2, 1, 1])
  })

  test('behaviour: a signature of the second one after the first’s refusal is not lost', async () => {
    const watch = watched()
    const { here } = watch
    const [first, second] = await asksTwice(watch)
    first?.('reject')
    second?.('approve')
    await arrives(here, 'complete')
    expect([digests(watch).length, here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: a refusal before the second request answers no request', async () => {
    const watch = watched()
    const { here } = watch
    await connectsTo(here)
    const first = here.wallet.controls.hold()
    await press(here)
    await expect.poll(() => watch.asked.length).toBe(1)
    here.wallet.signTypedData = () => Promise.reject(new WalletError('user_rejected', 'no'))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await button('Try again').click()
    await says(here, 'You declined in your wallet.')
    await says(here, STANDS)
    first()
    await says(here, 'You have signed for at most $0.9972.')
  })

  test('behaviour: a late signature does not replace a new one, once its lock has fallen', async () => {
    const watch = watched()
    const { here, asked } = watch
    await connectsTo(here)
    const first = here.wallet.controls.hold()
    await press(here)
    await expect.poll(() => asked.length).toBe(1)
    sees(watch, { block: 0, device: 0 })
    const second = here.wallet.controls.hold()
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await button('Try again').click()
    await expect.poll(() => asked.length).toBe(2)
    first()
    second()
    await arrives(here, 'complete')
    expect(here.service.openings).toBe(1)
    expect([digests(watch).length, callsTo(here, '/authorise').length]).toEqual([2, 1])
    expect(watch.names().map(name => name.split(' ').at(-1))).toEqual([asked[1]?.message.nonce])
  })

  test('behaviour: a wrong signature that the service refuses takes no right one with it', async () => {
    const watch = watched()
    const { here } = watch
    const { signTypedData } = here.wallet
    let requests = 0
    here.wallet.signTypedData = async (typedData, asking) => {
      const isWrong = requests++ === 0
      const signature = await signTypedData(typedData, asking)
      return isWrong ? `0x${'11'.repeat(64)}1b` : signature
    }
    const [first, second] = await asksTwice(watch)
    here.service.fail({ path: '/authorise', status: 400, code: 'signature_invalid' })
    const answer = here.service.hold('/authorise', 'request')
    first?.('approve')
    await expect.poll(() => callsTo(here, '/authorise').length).toBe(1)
    const wrong = watch.lock()?.signature
    second?.('approve')
    await expect.poll(() => watch.lock()?.signature).not.toBe(wrong)
    const right = watch.lock()?.signature
    answer()
    await says(here, 'The signature does not fit this account.')
    expect(watch.lock()?.signature).toBe(right)
    await press(here)
    await arrives(here, 'complete')
    expect([watch.asked.length, here.service.openings]).toEqual([2, 1])
  })
})

describe('a wallet that refuses and signs all the same', () => {
  test('default: its signature for the refused digest is dropped, for any request', async () => {
    const watch = watched()
    const { here, asked } = watch
    const { signTypedData } = here.wallet
    await refuses(watch)
    const refused = asked[0]
    here.wallet.signTypedData = (_typedData, asking) =>
      signTypedData(refused as NonNullable<typeof refused>, asking)
    await press(here)
    await says(here, 'The signature does not fit this account.')
    expect(callsTo(here, '/authorise')).toEqual([])
    here.wallet.signTypedData = signTypedData
    await press(here)
    await arrives(here, 'complete')
    expect([digests(watch).length, here.service.openings]).toEqual([2, 1])
  })

  test('behaviour: also in another tab, whose request the first tab did not see', async () => {
    const watch = watched()
    const { here, asked } = watch
    const [first, second] = await asksTwice(watch)
    second?.('reject')
    await says(here, STANDS)
    const other = here.newTab()
    await arrives(other, 'reviewing')
    const third = here.wallet.controls.hold()
    await press(other)
    await expect.poll(() => asked.length).toBe(3)
    forge(watch, lock => ({ ...lock, asked: 2 }))
    first?.('reject')
    // The other tab holds the Web Lock that giving up needs, until its request has ended.
    other.element.session = 'cs_other'
    await expect.poll(() => watch.lock()?.isGivenUp, { timeout: 5_000 }).toBe(true)
    here.wallet.controls.answer('typed_data', 'approve')
    third()
    await other.element.updateComplete
    expect([watch.lock()?.signature, callsTo(here, '/authorise')]).toEqual([null, []])
  })
})
