import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { arrives, authorises, button, heard, reviews } from '../../../test/person.ts'
import { type Stage, stage } from '../../../test/stage.ts'
import type { BillingAuthoriseErrorEvent } from '../../events.ts'

beforeEach(() => document.body.replaceChildren())

const alert = () => page.getByRole('alert')
const told = () => page.getByRole('status').filter({ hasText: 'Your wallet needs' })
const longest = () => button(/^Use the longest I can afford/)
const EXACT = 'Your wallet needs 0.4972 AUSD more. It holds 0.5 of the 0.9972 needed.'

test('default: balance, shortfall, and one step to the longest affordable duration in whole minutes', async () => {
  const here = stage({ wallet: { balance: 500_000n } })
  await authorises(here)
  await arrives(here, 'error')
  await expect.element(alert()).toMatchTextContent(EXACT)
  expect((here.events.at(-1) as BillingAuthoriseErrorEvent).message).toContain(EXACT)
  await expect.element(longest()).toHaveTextContent('Use the longest I can afford: 30 minutes')
  await longest().click()
  await arrives(here, 'reviewing')
  await button('Authorise $0.4986').click()
  await arrives(here, 'complete')
  expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
  expect(here.service.session.max_duration_seconds).toBe(1_800)
})

test('behaviour: a shortfall for the length on screen is shown before any press', async () => {
  const here = stage({ wallet: { balance: 500_000n } })
  await reviews(here)
  await expect.element(told()).toMatchTextContent(EXACT)
  await longest().click()
  await expect.element(told()).not.toBeInTheDocument()
  await page.getByRole('radio', { name: '1 day' }).click()
  await expect.element(told()).toMatchTextContent('It holds 0.5 of the 23.9328 needed')
  await page.getByRole('radio', { name: '10 min' }).click()
  await expect.element(told()).not.toBeInTheDocument()
  expect([here.element.phase, here.wallet.controls.prompts]).toEqual(['reviewing', ['connect']])
  expect(heard(here)).not.toContain('error')
})

test('behaviour: a deposit to the wallet is noticed, before a press and after', async () => {
  const here = stage({ wallet: { balance: 500_000n } })
  await reviews(here)
  await expect.element(told()).toBeVisible()
  here.wallet.controls.setBalance(997_200n)
  window.dispatchEvent(new Event('focus'))
  await expect.element(told()).not.toBeInTheDocument()
  here.wallet.controls.setBalance(0n)
  await button(/^Authorise/).click()
  await arrives(here, 'error')
  here.wallet.controls.setBalance(600_000n)
  window.dispatchEvent(new Event('focus'))
  await expect.element(alert()).toMatchTextContent('It holds 0.6 of the 0.9972 needed')
  here.wallet.controls.setBalance(997_200n)
  window.dispatchEvent(new Event('focus'))
  await arrives(here, 'reviewing')
  await expect.element(alert()).not.toBeInTheDocument()
})

test('behaviour: a deposit just before the press is in the account’s row after a refusal', async () => {
  const here = stage({ wallet: { balance: 0n } })
  await reviews(here)
  await expect.element(told()).toBeVisible()
  here.wallet.controls.setBalance(997_200n)
  here.wallet.controls.answer('typed_data', 'reject')
  await button(/^Authorise/).click()
  await arrives(here, 'error')
  await expect.element(page.getByText('· 0.9972 AUSD')).toBeVisible()
})

test('behaviour: a refusal of the funds by the service stays until the subscriber acts', async () => {
  const here = stage()
  await reviews(here)
  here.service.fail({ path: '/authorise', status: 400, code: 'insufficient_funds' })
  await button(/^Authorise/).click()
  await arrives(here, 'error')
  const { reads } = countReads(here)
  window.dispatchEvent(new Event('focus'))
  await expect.poll(reads).toBe(1)
  await here.element.updateComplete
  await expect.element(alert()).toMatchTextContent('There is not enough in your wallet.')
})

test('behaviour: a wallet that does not respond is queried once', async () => {
  const here = stage()
  const { reads, hold } = countReads(here)
  const release = hold()
  await reviews(here)
  await expect.poll(reads).toBe(1)
  for (let times = 0; times < 5; times++) window.dispatchEvent(new Event('focus'))
  const looked = here.service.calls.length
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => here.service.calls.length).toBeGreaterThan(looked)
  expect(reads()).toBe(1)
  release()
})

test('behaviour: a balance on another chain is ignored', async () => {
  const here = stage({ wallet: { balance: 0n, chainId: 1 } })
  const { reads } = countReads(here)
  await reviews(here)
  window.dispatchEvent(new Event('focus'))
  here.wallet.controls.setBalance(997_200n)
  await button(/^Authorise/).click()
  await arrives(here, 'complete')
  expect(reads()).toBe(1)
})

test('behaviour: the card shows network and address, and copies the address', async () => {
  const here = stage({ wallet: { balance: 500_000n } })
  await authorises(here)
  await arrives(here, 'error')
  const { name } = here.service.chain
  await expect.element(alert()).toMatchTextContent(`Send AUSD on ${name}, and on no other network`)
  await expect.element(alert()).toMatchTextContent(/0x[\da-fA-F]{40}/)
  await expect.element(button('Copy address')).toBeVisible()
})

test('behaviour: a maximum duration fixed by the merchant leaves no choice', async () => {
  const here = stage({ cap: 3_600, wallet: { balance: 500_000n } })
  await authorises(here)
  await arrives(here, 'error')
  await expect.element(alert()).toMatchTextContent(EXACT)
  expect(longest().query()).toBeNull()
})

test('behaviour: a balance below one minute', async () => {
  const here = stage({ wallet: { balance: 16_619n } })
  await authorises(here)
  await arrives(here, 'error')
  await expect.element(alert()).toMatchTextContent('Your wallet needs 0.980581 AUSD more.')
  expect(longest().query()).toBeNull()
  here.wallet.controls.setBalance(16_620n)
  await button(/^I have added it/).click()
  await expect.element(longest()).toHaveTextContent('Use the longest I can afford: 1 minute')
})

test('behaviour: a key delegated by EIP-7702 counts as a key, and gets no prompt', async () => {
  const here = stage({ wallet: { balance: 500_000n } })
  here.wallet.controls.setAccountKind('delegated')
  await authorises(here)
  await arrives(here, 'error')
  await expect.element(longest()).toBeVisible()
  expect(here.wallet.controls.prompts).not.toContain('typed_data')
})

test('behaviour: a contract wallet gets a warning and the request all the same', async () => {
  const here = stage({ wallet: { balance: 500_000n } })
  here.wallet.controls.setAccountKind('contract')
  const release = here.wallet.controls.hold()
  release()
  await authorises(here)
  await arrives(here, 'complete')
  expect(here.wallet.controls.prompts).toContain('typed_data')
})

/** The number of balance requests to the wallet from now on, and a switch that stops its responses. */
function countReads({ wallet }: Stage) {
  let count = 0
  let held = Promise.resolve()
  const { balanceOf } = wallet
  wallet.balanceOf = async token => {
    count++
    await held
    return balanceOf(token)
  }
  return {
    reads: () => count,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}
