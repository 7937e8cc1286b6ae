import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { announceTestWallet } from '../src/testing/announce-wallet.ts'
import { findWallets } from '../src/wallet/find-wallets.ts'
import { arrives, authorises, button, heard } from './person.ts'
import { type Stage, stage } from './stage.ts'
import { EXAMPLE_WALLET } from './staged-wallet.ts'

beforeEach(() => document.body.replaceChildren())

/** Every QR code begins with the upper side of a corner: a row of seven dark modules. */
const codes = ({ element }: Stage) =>
  element.shadowRoot?.querySelectorAll('.qr path[d^="M0 0h7v1h-7z"]').length
const installed = () => button('I have installed a wallet: Connect wallet')

describe('no wallet', () => {
  test('default: stands before anything is pressed, explains both words and opens the page on a phone', async () => {
    const here = stage({ wallet: { missing: true } })
    await expect.element(page.getByText('You need a wallet app that holds AUSD')).toBeVisible()
    for (const words of [
      'A wallet is an app',
      'AUSD are digital US dollars',
      'Is your wallet on your phone?',
    ])
      await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    await expect.poll(() => codes(here)).toBe(1)
    expect([here.element.phase, heard(here)]).toEqual(['choosing', ['ready']])
    expect(page.getByRole('textbox', { name: 'Email' }).query()).toBeNull()
  })

  test('behaviour: a wallet that was installed meanwhile is found by the button', async () => {
    stage({ wallet: { missing: true } })
    await installed().click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/no wallet/)
    onTestFinished(announceTestWallet(EXAMPLE_WALLET).remove)
    await expect.element(button('Example Wallet')).toBeVisible()
  })

  test('behaviour: a wallet that announces itself while the others are still awaited ends the screen without a wallet', async () => {
    stage({ wallet: { missing: true }, ports: { findWallets } })
    await expect.element(installed()).toBeVisible()
    onTestFinished(announceTestWallet(EXAMPLE_WALLET).remove)
    await expect.element(button('Connect wallet')).toBeVisible()
    expect(installed().query()).toBeNull()
    expect(page.getByText('You need a wallet app that holds AUSD').query()).toBeNull()
  })

  test('behaviour: a legacy wallet that comes late, and says so, ends the screen without a wallet', async () => {
    stage({ wallet: { missing: true }, ports: { findWallets } })
    await expect.element(installed()).toBeVisible()
    onTestFinished(() => void Reflect.deleteProperty(window, 'ethereum'))
    Object.assign(window, { ethereum: { request: async () => [] } })
    window.dispatchEvent(new Event('ethereum#initialized'))
    await expect.element(button('Connect wallet')).toBeVisible()
    expect(installed().query()).toBeNull()
  })

  test('behaviour: a legacy wallet that comes late, without a word, is found by the last look', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    onTestFinished(() => void Reflect.deleteProperty(window, 'ethereum'))
    const told: string[][] = []
    const leave = findWallets(wallets => told.push(wallets.map(({ name }) => name)))
    vi.advanceTimersByTime(300)
    Object.assign(window, { ethereum: { request: async () => [] } })
    vi.advanceTimersByTime(2_700)
    expect(told).toEqual([[], [], ['Browser wallet']])
    leave()
    vi.advanceTimersByTime(60_000)
    expect(told).toHaveLength(3)
  })

  test('behaviour: the shop’s other ways to pay stand under their own line, where there are some', async () => {
    const here = stage({ wallet: { missing: true } })
    await expect.element(installed()).toBeVisible()
    const line = () => page.getByText('Other ways to pay at Northwind Compute')
    await expect.element(line()).not.toBeVisible()
    const card = Object.assign(document.createElement('button'), { slot: 'no-wallet', textContent: 'Card' })
    here.element.append(card)
    await expect.element(line()).toBeVisible()
  })

  test('behaviour: wallets that are found are named in the row of the payer', async () => {
    stage({ wallet: { others: ['Other Wallet'] } })
    await expect.element(page.getByText('Example Wallet and Other Wallet found')).toBeInTheDocument()
    await expect.element(button('Connect wallet')).toBeVisible()
  })
})

describe('no money', () => {
  test('behaviour: the address is a code, too, and a press that brought nothing is answered', async () => {
    const here = stage({ wallet: { balance: 0n } })
    await authorises(here)
    await arrives(here, 'error')
    await expect.poll(() => codes(here)).toBe(1)
    const nothing = () => page.getByText('Nothing has arrived yet. It can take a minute.')
    expect(nothing().query()).toBeNull()
    await button(/^I have added it/).click()
    await expect.element(nothing()).toBeVisible()
    here.wallet.controls.setBalance(997_200n)
    await button(/^I have added it/).click()
    await arrives(here, 'complete')
  })
})

describe('the first screen, once the browser is idle', () => {
  test('behaviour: begins where the deposit is large enough, before the subscriber turns to it', async () => {
    stage({ rate: '0.0000085', minDepositUsd: '0.1' })
    await expect.element(page.getByRole('spinbutton', { name: 'Duration' })).toHaveValue('4')
  })

  test('behaviour: the coloured track of the slider ends at its thumb, where lengths begin later, too', async () => {
    const { element } = stage({ rate: '0.0000085', minDepositUsd: '0.1' })
    const number = page.getByRole('spinbutton', { name: 'Duration' })
    const find = <T extends HTMLElement>(selector: string) => element.shadowRoot?.querySelector<T>(selector)
    await expect.element(number).toHaveValue('4')
    for (const [typed, position] of [
      ['4', 37],
      ['1', 0],
      ['720', 1000],
      ['9999', 1000],
      ['x', 0],
    ] as const) {
      await number.fill(typed)
      await expect
        .poll(() => [
          find<HTMLInputElement>('.slider')?.value,
          find('.card')?.style.getPropertyValue('--_share'),
        ])
        .toEqual([String(position), String(position / 1000)])
    }
  })

  test('behaviour: a pin that differs is told in the console, with both values and no stack', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const here = stage({ attributes: { 'chain-id': '143' } })
    await expect.poll(() => told.mock.calls.length).toBe(1)
    expect(told.mock.calls[0]).toEqual([
      expect.stringMatching(
        /refused_chain \(chain_id\): .* expected 143, received 31337 .*See http\S+\/docs\/errors#refused_chain$/,
      ),
    ])
    expect([here.element.phase, heard(here)]).toEqual(['choosing', ['ready']])
    told.mockRestore()
  })

  test('behaviour: an email is typed where it was, whatever loads meanwhile', async () => {
    const here = stage()
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/chain'))).toBe(true)
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
  })
})
