import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import './exit-page.ts'
import { exitWallet, OWN_ESCROW, SIGNATURE, TERMS } from './exit-wallet.fixture.ts'

beforeEach(async () => {
  document.body.replaceChildren()
  await page.viewport(414, 896)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert')

/** The page in the browser of this wallet. */
async function open(wallet: ReturnType<typeof exitWallet>): Promise<void> {
  const info = { uuid: crypto.randomUUID(), name: 'Example Wallet' }
  const detail = { info, provider: wallet.provider }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce, { once: true })
  document.body.append(document.createElement('meter-exit'))
  await button('Example Wallet').click()
}

/** The page once the chain was looked through for a wallet whose meters it does not have. */
async function connected() {
  const wallet = exitWallet()
  await open(wallet)
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent('This account has no meter on chain 31337.')
  return wallet
}

async function paste(paper: unknown): Promise<void> {
  await page.getByLabelText('Paste it here').fill(JSON.stringify(paper))
  await button('Use it').click()
}

test('error: a wallet that has moved to another network is asked for nothing there', async () => {
  const { asked, switchTo } = await connected()
  await paste({ escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  await expect.element(button('Stop now')).toBeVisible()
  for (const name of ['Stop now', 'Sign a stop that others may send', 'Use it']) {
    switchTo(1)
    await button(name).click()
    await expect
      .element(alert())
      .toHaveTextContent(
        'This is about chain 31337, and what answers is on chain 1. Switch the network in your wallet, and connect again.',
      )
    switchTo(31_337)
    await paste({ escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
    await expect.element(page.getByText('The meter of these terms is above.')).toBeVisible()
  }
  expect(asked.filter(method => /send|sign/i.test(method))).toEqual([])
})

test('behaviour: a receipt is looked up in the escrow that it names', async () => {
  await connected()
  await paste({ object: 'receipt', version: 1, escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  await expect.element(page.getByText('The meter of these terms is above.')).toBeVisible()
  await expect.element(button('Stop now')).toBeVisible()
})

test('error: what is pasted for another chain is not looked for on this one', async () => {
  await connected()
  await paste({ escrow: OWN_ESCROW, chain_id: 143, terms: TERMS })
  await expect
    .element(alert())
    .toHaveTextContent(
      'This is about chain 143, and what answers is on chain 31337. Switch the network in your wallet, and connect again.',
    )
})

test('behaviour: what is said stays in sight of who presses a button at the end of a long page', async () => {
  await page.viewport(320, 400)
  await connected()
  await paste({ escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  await expect.element(button('Stop now')).toBeVisible()
  await paste('no paper')
  await expect.element(alert()).toBeInViewport({ ratio: 1 })
})

test('behaviour: a signed stop is ready to be copied', async () => {
  await connected()
  await paste({ escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  await button('Sign a stop that others may send').click()
  const text = page.getByRole('textbox', { name: 'Your signed stop' })
  await expect.element(text).toBeInViewport({ ratio: 1 })
  const field = text.element() as HTMLTextAreaElement
  await expect.poll(() => field.matches(':focus')).toBe(true)
  const selected = field.value.slice(field.selectionStart, field.selectionEnd)
  expect(JSON.parse(selected).signature).toBe(SIGNATURE)
})

test('behaviour: a search that takes long keeps nobody from what is there already', async () => {
  await open(exitWallet(() => new Promise(() => undefined)))
  await expect.element(page.getByRole('status')).toMatchTextContent('Looking through chain 31337')
  await paste({ escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  await expect.element(button('Stop now')).toBeEnabled()
  await expect.element(page.getByText('Looking through chain 31337', { exact: false })).toBeVisible()
})

test('behaviour: who asksInVain to connect again keeps the meters on screen', async () => {
  const { provider } = await connected()
  await paste({ escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  await expect.element(button('Stop now')).toBeVisible()
  provider.request = async () => {
    throw Object.assign(new Error('no'), { code: 4001 })
  }
  await button('Look again with Example Wallet').click()
  await expect.element(alert()).toHaveTextContent('The request was rejected in the wallet.')
  await expect.element(button('Stop now')).toBeEnabled()
})

test('behaviour: what can be taken back is offered as soon as it can, without another search', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { moveTo } = await connected()
  await paste({ escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  // It was opened a thousand seconds ago at 0.000277 a second, for 3,600 at most.
  await expect.element(page.getByText('0.277 AUSD')).toBeVisible()
  moveTo(TERMS.expiry - 1)
  vi.advanceTimersByTime(15_000)
  await expect.element(page.getByText('0.277 AUSD')).not.toBeInTheDocument()
  await expect.element(button('Take the rest back')).not.toBeInTheDocument()
  moveTo(TERMS.expiry)
  vi.advanceTimersByTime(15_000)
  await expect.element(button('Take the rest back')).toBeVisible()
})
