import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BillingAuthoriseErrorEvent } from '../src/events.ts'
import { WalletError } from '../src/wallet/wallet.ts'
import { arrives, authorises, button, connects, heard, reviews } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const alert = () => page.getByRole('alert')
const email = () => page.getByRole('textbox', { name: 'Email' })

describe('the session', () => {
  test('error: unknown', async () => {
    const here = stage({ attributes: { session: 'cs_unknown' } })
    await arrives(here, 'unavailable')
    await expect.element(alert()).toMatchTextContent('We cannot find this checkout')
    expect((here.events[0] as BillingAuthoriseErrorEvent).code).toBe('resource_missing')
    await expect.element(button('Try again')).toBeVisible()
  })

  test.each([
    ['sk_test_51Hx', 'secret_key_in_page'],
    ['  sk_test_51Hx ', 'secret_key_in_page'],
    ['"sk_live_51Hx"', 'secret_key_in_page'],
    ['Bearer SK_LIVE_51Hx', 'secret_key_in_page'],
    ['prod_1', 'session_invalid'],
    ['cs_1/../../products', 'session_invalid'],
  ])('error: %s is no session, nothing is requested, and a key is not repeated', async (session, code) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const here = stage({ attributes: { session } })
    await arrives(here, 'unavailable')
    expect((here.events[0] as BillingAuthoriseErrorEvent).code).toBe(code)
    expect(here.service.calls).toEqual([])
    expect(told.mock.calls.length).toBe(1)
    if (code === 'secret_key_in_page') expect(told.mock.calls.flat().join(' ')).not.toContain('51Hx')
    expect(button('Try again').query()).toBeNull()
    told.mockRestore()
  })

  test('error: a secret key as the meter to carry on is told, and nothing is requested', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const here = stage({ attributes: { replaces: 'sk_test_51Hx' } })
    await arrives(here, 'unavailable')
    expect((here.events[0] as BillingAuthoriseErrorEvent).code).toBe('secret_key_in_page')
    expect(here.service.calls).toEqual([])
    expect(told.mock.calls.flat().join(' ')).toContain('replaces is a secret key.')
    expect(told.mock.calls.flat().join(' ')).not.toContain('51Hx')
    told.mockRestore()
  })

  test('error: expired', async () => {
    const here = stage({ prepare: service => service.expire() })
    await arrives(here, 'expired')
    await expect.element(page.getByRole('status')).toMatchTextContent('expired')
    await expect.element(page.getByRole('link', { name: 'Back to Northwind Compute' })).toBeVisible()
  })

  test('behaviour: expires while it is on screen', async () => {
    const here = stage()
    await arrives(here, 'choosing')
    here.service.expire()
    window.dispatchEvent(new Event('focus'))
    await arrives(here, 'expired')
  })

  test('behaviour: arrives late, without a request before', async () => {
    const here = stage({ attributes: { session: '' } })
    await here.element.updateComplete
    expect([here.service.calls, here.element.phase]).toEqual([[], 'loading'])
    await expect.element(button('Connect wallet')).toBeDisabled()
    here.element.session = here.service.session.id
    await arrives(here, 'choosing')
    expect(heard(here)).toEqual(['ready'])
  })

  test('behaviour: changes, and everything starts again', async () => {
    const here = stage()
    await connects(here)
    here.element.setAttribute('session', 'cs_other')
    await arrives(here, 'unavailable')
    here.element.setAttribute('session', here.service.session.id)
    await arrives(here, 'choosing')
    expect(heard(here)).toEqual(['ready', 'error', 'ready'])
  })

  test('behaviour: no response, then one', async () => {
    const here = stage({
      prepare: service => {
        for (let time = 0; time < 3; time++) service.fail({ path: service.session.id, lost: 'before' })
      },
    })
    await arrives(here, 'unavailable')
    await button('Try again').click()
    await arrives(here, 'choosing')
  })

  test('error: base-url that is none', async () => {
    const here = stage({ attributes: { 'base-url': 'javascript:alert(1)' } })
    await arrives(here, 'unavailable')
    expect(here.service.calls).toEqual([])
  })
})

describe('the wallet', () => {
  test('error: none', async () => {
    const here = stage({ wallet: { missing: true } })
    await button(/Connect wallet$/).click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent(/no wallet/)
  })

  test.each([
    ['connect', 'reviewing'],
    ['typed_data', 'complete'],
  ] as const)('behaviour: %s declined, then approved', async (prompt, next) => {
    const here = stage()
    here.wallet.controls.answer(prompt, 'reject')
    await button('Connect wallet').click()
    if (prompt === 'typed_data') {
      await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
      await button(/^Authorise/).click()
    }
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('You declined in your wallet')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('user_rejected')
    here.wallet.controls.answer(prompt, 'approve')
    await button('Try again').click()
    await arrives(here, next)
  })

  test('behaviour: a shortfall is shown before signing, and read again', async () => {
    const here = stage({ wallet: { balance: 997_199n } })
    await authorises(here)
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('Your wallet needs')
    await expect.element(alert()).toMatchTextContent('0.997199 of the 0.9972')
    expect(here.wallet.controls.prompts).not.toContain('typed_data')
    await button(/^I have added it/).click()
    await arrives(here, 'error')
    here.wallet.controls.setBalance(997_200n)
    await button(/^I have added it/).click()
    await arrives(here, 'complete')
  })

  async function reviewsAndIsRefused(here: Stage): Promise<void> {
    await reviews(here)
    // The draft behind Details.
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/prepare'))).toBe(true)
    here.service.fail({ path: '/prepare', status: 400, code: 'deposit_below_minimum' })
    await button(/^Authorise/).click()
  }

  test('behaviour: a deposit that the service finds too small asks for another length, not for another try', async () => {
    const here = stage()
    await reviewsAndIsRefused(here)
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('Choose a longer time')
    expect(button('Try again').query()).toBeNull()
    await expect.element(button(/^Authorise/)).toBeDisabled()
    await expect.poll(() => here.element.shadowRoot?.activeElement?.className).toBe('amount')
    await page.getByRole('radio', { name: '1 day' }).click()
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
  })

  test('behaviour: a fixed length with too small a deposit leads back to the shop', async () => {
    const here = stage({ cap: 60, minDepositUsd: '0.1' })
    await expect.element(page.getByText('Runs for at most 1 minute', { exact: false })).toBeVisible()
    await reviewsAndIsRefused(here)
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('tell the merchant')
    await expect.element(page.getByRole('link', { name: 'Back to Northwind Compute' })).toBeVisible()
  })

  test('behaviour: the email can be changed until the wallet is asked, and after a refusal', async () => {
    const here = stage()
    await expect.element(email()).not.toHaveAttribute('readonly')
    await reviews(here)
    await expect.element(email()).not.toHaveAttribute('readonly')
    here.wallet.controls.answer('typed_data', 'reject')
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect.element(button(/^Confirm in/)).toBeVisible()
    await expect.element(email()).toHaveAttribute('readonly')
    release()
    await arrives(here, 'error')
    await expect.element(email()).not.toHaveAttribute('readonly')
  })

  test('behaviour: a contract wallet is only warned', async () => {
    const here = stage({ wallet: { balance: 0n } })
    here.wallet.controls.setAccountKind('contract')
    await reviews(here)
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect.element(button(/^Confirm in/)).toBeVisible()
    await expect.element(page.getByText('It holds 0 of the', { exact: false })).toBeVisible()
    here.service.pendingAnswers = 2
    release()
    await arrives(here, 'opening')
    await expect.element(page.getByText('It holds 0 of the', { exact: false })).toBeVisible()
    await arrives(here, 'complete')
  })

  test('behaviour: an account that cannot be read may be a contract: it is only warned, too', async () => {
    const here = stage({ wallet: { balance: 0n } })
    here.wallet.accountKind = () => Promise.reject(new WalletError('method_unsupported', 'eth_getCode'))
    await reviews(here)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
  })

  test('behaviour: the network is switched before signing', async () => {
    const here = stage({ wallet: { chainId: 1 } })
    await authorises(here)
    await arrives(here, 'complete')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'switch', 'typed_data'])
  })

  test('behaviour: another account pays if the first one had no request', async () => {
    const here = stage()
    await reviews(here)
    const address = here.wallet.controls.changeAccount()
    await expect
      .element(page.getByText('Your wallet has another account now.', { exact: false }).first())
      .toBeVisible()
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
    const prepared = here.service.calls.filter(call => call.path.endsWith('/prepare')).at(-1)
    expect(prepared?.body).toMatchObject({ wallet_address: address })
  })

  test('behaviour: Authorise waits for a valid email address', async () => {
    const here = stage()
    await connects(here)
    await expect.element(button(/^Authorise/)).toBeDisabled()
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada')
    await expect.element(button(/^Authorise/)).toBeDisabled()
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
    await expect.element(button(/^Authorise/)).toBeEnabled()
  })
})
