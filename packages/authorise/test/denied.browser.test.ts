import { beforeEach, describe, expect, test } from 'vitest'
import { PAIRED_WALLET_ID } from '../src/wallet/wallet.ts'
import { isDenied } from './denied-signature.ts'
import { arrives, button } from './person.ts'
import { asksInVain, connectsTo, press, says, signsInVain, watched, wordsOf } from './signed-here.ts'
import { CHECKOUTS, type Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const KNOWN = { isKnown: true, isNonceUsed: true } as const
const UNREAD = 'This page has not checked the network yet. Your order may have started already.'

// docs/money.md, rule 59
describe.each(CHECKOUTS)('%s: a service that accepts the signature and denies it', (_checkout, checkout) => {
  test.each([
    { path: '/authorise', status: 400, code: 'session_already_claimed' },
    { path: '/authorise', status: 400, code: 'signature_invalid' },
    { path: '/authorise', status: 400, code: 'checkout_session_expired' },
    { path: '/authorise', status: 418, code: 'a_code_that_no_service_has' },
  ])('behaviour: $code; the meter is told at once, on every try, after a reload', denies =>
    isDenied(denies, checkout()),
  )

  test('behaviour: also if it reports for ever that the session is open', () =>
    isDenied(({ here }) => Object.assign(here.service, { pendingAnswers: 1_000 }), checkout()))

  test('behaviour: opened later, during the wait at the card', async () => {
    const watch = watched(checkout())
    const { here } = watch
    await signsInVain(watch)
    await says(here, 'You have signed for at most $0.9972.')
    here.wallet.controls.setOpening(KNOWN)
    await here.element.refresh()
    await says(here, 'This order has already started.')
    await expect.element(button('Stop on the network')).toBeVisible()
  })

  test('behaviour: a contract’s signature is not dropped when the service calls it invalid', async () => {
    const watch = watched(checkout())
    const { here } = watch
    here.wallet.controls.setAccountKind('contract')
    const { signTypedData } = here.wallet
    here.wallet.signTypedData = async typedData => {
      await signTypedData(typedData)
      return `0x${'11'.repeat(100)}`
    }
    await connectsTo(here)
    here.service.fail({ path: '/authorise', status: 400, code: 'signature_invalid' })
    await press(here)
    await says(here, 'The signature does not fit this account.')
    here.wallet.controls.setOpening(KNOWN)
    await here.element.refresh()
    await says(here, 'This order has already started.')
  })

  test('behaviour: a cleared storage removes no signature from the page that made it', async () => {
    const watch = watched(checkout())
    const { here, storage } = watch
    await signsInVain(watch)
    here.element.session = null
    await here.element.updateComplete
    for (const name of storage.names('')) storage.erase(name)
    here.element.session = here.service.session.id
    await arrives(here, 'complete')
    expect([watch.asked.length, here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: for a session that cannot be loaded, and for one complete with another meter', async () => {
    const watch = watched(checkout())
    const { here } = watch
    await signsInVain(watch)
    here.wallet.controls.setOpening(KNOWN)
    here.service.fail({ path: `/${here.service.session.id}`, status: 404, code: 'resource_missing' })
    const gone = here.reload()
    await arrives(gone, 'unavailable')
    await says(gone, '$0.9972 is held safely for this order.')
    here.service.openElsewhere()
    here.service.complete()
    const other = gone.reload()
    await arrives(other, 'complete')
    await says(other, '$0.9972 is held safely for this order.')
    await expect.element(button('Stop on the network')).toBeVisible()
  })
})

describe('without a wallet that can read the escrow', () => {
  test('default: the card reports that, and reads on demand', async () => {
    const watch = watched()
    const { here } = watch
    await signsInVain(watch)
    expect(wordsOf(here)).not.toContain(UNREAD)
    here.wallet.controls.setOpening(KNOWN)
    here.wallet.controls.lock()
    here.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
    const again = here.reload()
    await arrives(again, 'error')
    await says(again, UNREAD)
    const connects = () => here.wallet.controls.prompts.filter(prompt => prompt === 'connect').length
    expect(connects()).toBe(1)
    here.wallet.controls.answer('connect', 'reject')
    await button('Check now').click()
    await says(again, 'You declined in your wallet.')
    here.wallet.controls.answer('connect', 'approve')
    await button('Check now').click()
    await says(again, '$0.9972 is held safely for this order.')
    expect([connects(), wordsOf(again).includes(UNREAD)]).toEqual([3, false])
  })

  test('behaviour: on another network, too, which proves nothing', async () => {
    const watch = watched()
    const { here } = watch
    await signsInVain(watch)
    here.wallet.controls.changeChain(1)
    await here.element.refresh()
    await says(here, UNREAD)
    await button('Check now').click()
    await expect.poll(() => wordsOf(here)).not.toContain(UNREAD)
    await says(here, 'You have signed for at most $0.9972.')
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'switch').length).toBe(1)
  })

  test('behaviour: a wallet that is unlocked late is read through on the next try', async () => {
    const watch = watched()
    const { here } = watch
    await signsInVain(watch)
    here.wallet.controls.setOpening(KNOWN)
    here.wallet.controls.lock()
    here.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
    const again = here.reload()
    await says(again, UNREAD)
    here.wallet.controls.share()
    here.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
    await press(again)
    await says(again, '$0.9972 is held safely for this order.')
    expect([watch.asked.length, wordsOf(again).includes(UNREAD)]).toEqual([1, false])
  })

  test('behaviour: a wallet on another device is asked once the service’s first answer is no meter', async () => {
    const watch = watched({ wallet: { rdns: PAIRED_WALLET_ID } })
    const { here } = watch
    await signsInVain(watch)
    here.wallet.controls.setOpening(KNOWN)
    const { readOpening } = here.wallet
    let reads = 0
    here.wallet.readOpening = opening => {
      reads++
      return readOpening(opening)
    }
    const release = here.service.hold('/authorise')
    here.service.pendingAnswers = 1_000
    const again = here.reload()
    await arrives(again, 'opening')
    await again.element.updateComplete
    await again.element.refresh()
    expect(reads).toBe(0)
    release()
    await says(again, '$0.9972 is held safely for this order.')
    expect([watch.asked.length, reads > 0]).toEqual([1, true])
  })

  test('behaviour: without a signature there is no such report', async () => {
    const watch = watched()
    await asksInVain(watch)
    watch.here.wallet.controls.lock()
    const again = watch.here.reload()
    await arrives(again, 'choosing')
    await again.element.refresh()
    expect(wordsOf(again)).not.toContain(UNREAD)
  })
})

describe('the same service at another address', () => {
  const OTHER = 'https://pay.example'

  /** The page after a reload, whose service is reached at another origin. */
  function movesTo(here: Stage): Stage {
    const again = here.reload()
    again.element.baseUrl = OTHER
    return again
  }

  test('default: it is sent the signature, and the wallet is not asked again', async () => {
    const watch = watched()
    await signsInVain(watch)
    expect(watch.lock()?.service).toBe(location.origin)
    await arrives(movesTo(watch.here), 'complete')
    expect([watch.asked.length, watch.here.service.openings]).toEqual([1, 1])
  })

  test.each<[string, string, (chain: Record<string, unknown>) => void]>([
    ['operator', '/chain', chain => Object.assign(chain, { operator: `0x${'66'.repeat(20)}` })],
    ['fee', '/chain', chain => Object.assign(chain, { fee_bps: 1_000 })],
    ['fee recipient', '/chain', chain => Object.assign(chain, { fee_recipient: `0x${'66'.repeat(20)}` })],
  ])('error: a service of another %s is not sent it', async (_what, path, changes) => {
    const watch = watched()
    const { here } = watch
    await signsInVain(watch)
    const sent = () => here.service.calls.filter(call => call.path.endsWith('/authorise')).length
    expect(sent()).toBe(1)
    here.service.lie = (answer, asked) => asked.endsWith(path) && changes(answer)
    const again = movesTo(here)
    await says(again, 'Another page of this site may have changed this checkout.')
    expect([watch.asked.length, sent()]).toEqual([1, 1])
  })
})
