import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import './exit-page.ts'
import { exitWallet, OWN_ESCROW, SIGNATURE, TERMS } from './exit-wallet.fixture.ts'

beforeEach(async () => {
  document.body.replaceChildren()
  await page.viewport(414, 896)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert')

/** The page in the browser of a wallet that it is connected to. */
async function connected() {
  const wallet = exitWallet()
  const info = { uuid: crypto.randomUUID(), name: 'Example Wallet' }
  const detail = { info, provider: wallet.provider }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce, { once: true })
  document.body.append(document.createElement('meter-exit'))
  await button('Example Wallet').click()
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
    await expect.element(page.getByRole('status')).toHaveTextContent('The meter of these terms is above.')
  }
  expect(asked.filter(method => /send|sign/i.test(method))).toEqual([])
})

test('behaviour: a receipt is looked up in the escrow that it names', async () => {
  await connected()
  await paste({ object: 'receipt', version: 1, escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS })
  await expect.element(page.getByRole('status')).toHaveTextContent('The meter of these terms is above.')
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
