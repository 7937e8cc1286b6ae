import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { verifyReceipt } from '../src/receipt/verify-receipt.ts'
import { callsTo, timesAsked } from './asked.ts'
import { arrives, authorises, button, signsIn } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())
afterEach(() => void vi.restoreAllMocks())

const alert = () => page.getByRole('alert')
const KEY = `0x${'4d'.repeat(32)}` as const

describe('a token that runs out with a signature out', () => {
  /** All owners of a contract wallet have signed by the time the token is dead. */
  async function isSignedTooLate(here: Stage): Promise<void> {
    await signsIn(here)
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect.poll(() => timesAsked(here, 'typed_data')).toBe(1)
    here.service.revokeTokens()
    release()
    await arrives(here, 'signing_in')
  }

  test('behaviour: the signature is handed in after signing in, and not asked for again', async () => {
    const here = stage()
    await isSignedTooLate(here)
    await button('Sign in').click()
    await arrives(here, 'complete')
    expect([timesAsked(here, 'typed_data'), here.service.openings]).toEqual([1, 1])
    expect(new Set(callsTo(here, '/authorise').map(call => JSON.stringify(call.body))).size).toBe(1)
  })

  test('behaviour: nobody is told meanwhile that nothing was authorised', async () => {
    const here = stage()
    await isSignedTooLate(here)
    expect(button('Cancel').query()).toBeNull()
    const again = here.reload()
    await arrives(again, 'signing_in')
    expect(button('Cancel').query()).toBeNull()
  })

  test('behaviour: over a reload as well', async () => {
    const first = stage()
    await isSignedTooLate(first)
    const here = first.reload()
    await arrives(here, 'signing_in')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await button('Sign in').click()
    await arrives(here, 'complete')
    expect([timesAsked(here, 'typed_data'), here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: an opening in flight is waited for with the same signature', async () => {
    const here = stage({ prepare: service => Object.assign(service, { pendingAnswers: 1_000 }) })
    await authorises(here)
    await expect.poll(() => callsTo(here, '/authorise').length).toBeGreaterThan(0)
    here.service.ahead = 1_801
    await arrives(here, 'signing_in')
    here.service.pendingAnswers = 0
    await button('Sign in').click()
    await arrives(here, 'complete')
    expect([timesAsked(here, 'typed_data'), here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: one that is too late by the service’s clock is asked for anew', async () => {
    const here = stage()
    await isSignedTooLate(here)
    here.service.ahead = 1_801
    await button('Sign in').click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('The signature came too late. Nothing was charged.')
    await button('Try again').click()
    await arrives(here, 'complete')
    expect([timesAsked(here, 'typed_data'), here.service.openings]).toEqual([2, 1])
  })

  test('behaviour: once the session has gone on without it, there is a way out again', async () => {
    const here = stage()
    await isSignedTooLate(here)
    Object.assign(here.service.session, { subscription: null, max_duration_seconds: null })
    here.service.fail({ path: '/prepare', status: 400, code: 'product_inactive' })
    here.service.fail({ path: '/prepare', status: 400, code: 'product_inactive' })
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    await expect.element(button('Cancel')).toBeVisible()
    await button(/^Authorise/).click()
    await arrives(here, 'error')
    await expect.element(button('Cancel')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '1 day' })).toBeEnabled()
  })

  test('behaviour: what another tab may have opened is still not called nothing', async () => {
    const here = stage()
    await signsIn(here)
    here.service.openElsewhere()
    await button(/^Authorise/).click()
    await arrives(here, 'opening')
    here.service.revokeTokens()
    await arrives(here, 'signing_in')
    const release = here.service.hold('/prepare')
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    expect(button('Cancel').query()).toBeNull()
    release()
    await arrives(here, 'opening')
  })

  test('behaviour: a refusal of the sign-in itself is told', async () => {
    const here = stage()
    await isSignedTooLate(here)
    here.service.fail({ path: '/sign_in/challenge', status: 401, code: 'http_401' })
    await button('Sign in').click()
    await arrives(here, 'error')
    await button('Try again').click()
    await arrives(here, 'complete')
    expect(timesAsked(here, 'typed_data')).toBe(1)
  })

  test('behaviour: one for terms that are no longer the session’s is not handed in', async () => {
    const here = stage()
    await isSignedTooLate(here)
    // As another tab leaves it that has given the session up.
    Object.assign(here.service.session, { subscription: null, max_duration_seconds: null })
    const before = callsTo(here, '/authorise').length
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    expect(callsTo(here, '/authorise').length).toBe(before)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(timesAsked(here, 'typed_data')).toBe(2)
  })

  test('behaviour: another account is refused, and the first one comes back to its signature', async () => {
    const here = stage({ wallet: { key: KEY } })
    await isSignedTooLate(here)
    here.wallet.controls.changeAccount()
    await button('Sign in').click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('Another wallet has begun here')
    expect(button('Cancel').query()).toBeNull()
    here.wallet.controls.changeAccount(KEY)
    await arrives(here, 'signing_in')
    await button('Sign in').click()
    await arrives(here, 'complete')
    expect([timesAsked(here, 'typed_data'), here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: another account that may begin signs for itself', async () => {
    const here = stage()
    await isSignedTooLate(here)
    here.wallet.controls.changeAccount()
    // As another tab of the first account leaves it that has given the session up.
    here.service.forgetPayer()
    const before = callsTo(here, '/authorise').length
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    expect(callsTo(here, '/authorise').length).toBe(before)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(timesAsked(here, 'typed_data')).toBe(2)
  })
})

describe('a token that runs out with a meter', () => {
  test('behaviour: signing in again keeps what the receipt is proved with', async () => {
    const first = stage({ attributes: { redirect: 'none' } })
    first.service.frozen = true
    await authorises(first)
    await arrives(first, 'complete')
    first.service.revokeTokens()
    window.dispatchEvent(new Event('focus'))
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await button('Sign in').click()
    await expect.element(button('Stop')).toBeVisible()
    const here = first.reload()
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
    const make = vi.spyOn(URL, 'createObjectURL')
    await button('Download receipt').click()
    await expect.poll(() => make.mock.calls.length).toBe(1)
    const [file] = make.mock.calls[0] ?? []
    expect(await verifyReceipt(JSON.parse(await (file as Blob).text()))).toEqual({
      ok: true,
      signature: 'valid',
      isKnownEscrow: true,
      problems: [],
    })
    expect(timesAsked(here, 'typed_data')).toBe(1)
  })
})
