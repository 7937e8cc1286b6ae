import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../src/define.ts'
import { announceTestWallet } from '../src/testing/announce-wallet.ts'
import { startTestCheckout } from '../src/testing/index.ts'
import { focused } from './focused.ts'
import { button } from './person.ts'

const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
  localStorage.clear()
})

/** A page with two wallets in the browser, each with its own announcement. */
function open() {
  const checkout = startTestCheckout({ wallet: { name: 'First Wallet' } })
  const other = announceTestWallet({ name: 'Second Wallet', rdns: 'test.second' })
  const element = document.createElement('billing-authorise')
  element.locale = 'en'
  element.redirect = 'none'
  element.baseUrl = checkout.baseUrl
  element.session = checkout.session
  document.body.append(element)
  leaving.push(checkout.stop, other.remove, () => element.remove())
  return { element, service: checkout.service, wallet: checkout.wallet, other }
}

test.each(['locked', 'reject', 'pending', 'fail'] as const)(
  'behaviour: the first wallet answers %s, and the other one does it',
  async answer => {
    const { element, wallet, other } = open()
    wallet.controls.answer('connect', answer)
    await button('Connect wallet').click()
    await button('First Wallet').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(button('Try again')).toBeVisible()
    await button('Change wallet').click()
    await expect.poll(() => focused(element)).toBe('First Wallet')
    await button('Second Wallet').click()
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
    await button(/^Authorise/).click()
    await expect.element(button('Stop')).toBeVisible()
    expect(wallet.controls.prompts).not.toContain('typed_data')
    expect(other.controls.prompts).toEqual(['connect', 'typed_data'])
  },
)

test('behaviour: once the first wallet has a request, the other gets none, and the card shows why', async () => {
  const { wallet, other } = open()
  wallet.controls.answer('typed_data', 'fail')
  await button('Connect wallet').click()
  await button('First Wallet').click()
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await button(/^Authorise/).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your wallet reported an error.')
  await button('Change wallet').click()
  await button('Second Wallet').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another account was asked to sign here.')
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
  wallet.controls.answer('typed_data', 'approve')
  await button('Change wallet').click()
  await button('First Wallet').click()
  await button(/^Authorise/).click()
  await expect.element(button('Stop')).toBeVisible()
  expect([wallet.controls.prompts, other.controls.prompts]).toEqual([
    ['connect', 'typed_data', 'connect', 'typed_data'],
    ['connect'],
  ])
})
