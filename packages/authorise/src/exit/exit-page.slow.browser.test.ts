import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import './exit-page.ts'
import {
  exitWallet,
  OWN_ESCROW,
  openedLog,
  PAYER,
  party,
  SIGNATURE,
  STRANGE_CONTRACT,
  TERMS,
} from './exit-wallet.fixture.ts'

beforeEach(async () => {
  document.body.replaceChildren()
  location.hash = ''
  await page.viewport(414, 896)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert')
const text = (part: string) => page.getByText(part, { exact: false })

/** The page in the browser of this wallet. */
async function open(wallet: ReturnType<typeof exitWallet>): Promise<void> {
  const info = { rdns: 'example.wallet', name: 'Example Wallet' }
  const detail = { info, provider: wallet.provider }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce, { once: true })
  document.body.append(document.createElement('meter-exit'))
  await button('Example Wallet').click()
}

/** The page after the search of a chain without a meter in its log. */
async function connected() {
  const wallet = exitWallet()
  await open(wallet)
  await expect.element(text('This account has no meter on network 31337.')).toBeVisible()
  return wallet
}

async function paste(paper: unknown): Promise<void> {
  await page.getByLabelText('Paste it here').fill(JSON.stringify(paper))
  await button('Use it').click()
}

const OWN_METER = { escrow: OWN_ESCROW, chain_id: 31_337, terms: TERMS }
const ELSEWHERE =
  'This needs network 31337, but network 1 answers. Switch the network in your wallet, then connect again.'

test('error: a wallet that has moved to another network gets no request there', async () => {
  const { asked, switchTo } = await connected()
  await paste(OWN_METER)
  await expect.element(button('Stop now')).toBeVisible()
  for (const name of ['Stop now', 'Sign a stop for another account to send', 'Use it']) {
    switchTo(1)
    await button(name).click()
    await expect.element(alert()).toHaveTextContent(ELSEWHERE)
    switchTo(31_337)
    await paste(OWN_METER)
    await expect.element(text('The meter of these terms is above.')).toBeVisible()
  }
  expect(asked.filter(method => /send|sign/i.test(method))).toEqual([])
})

test('behaviour: a receipt is looked up in the escrow that it names', async () => {
  await connected()
  await paste({ object: 'receipt', version: 1, ...OWN_METER })
  await expect.element(text('The meter of these terms is above.')).toBeVisible()
  await expect.element(button('Stop now')).toBeVisible()
})

test('error: a paper for another network is not searched on this one', async () => {
  await connected()
  await paste({ ...OWN_METER, chain_id: 1 })
  await expect
    .element(alert())
    .toHaveTextContent(
      'This needs network 1, but network 31337 answers. Switch the network in your wallet, then connect again.',
    )
})

test('error: a paper about a strange contract is reported, and disables no button', async () => {
  await connected()
  await paste(OWN_METER)
  await expect.element(button('Stop now')).toBeVisible()
  await paste({ ...OWN_METER, escrow: STRANGE_CONTRACT })
  await expect
    .element(alert())
    .toHaveTextContent(
      `The escrow is not at ${STRANGE_CONTRACT} on this network: there is other code, or none. The page leaves it out.`,
    )
  await expect.element(button('Stop now')).toBeEnabled()
})

test('error: a link to a strange contract, or to none, is reported, and the meters are found', async () => {
  for (const [link, told] of [
    [STRANGE_CONTRACT, `The escrow is not at ${STRANGE_CONTRACT} on this network`],
    ['<img>', '“<img>” is no address.'],
  ] as const) {
    document.body.replaceChildren()
    location.hash = `escrow=${encodeURIComponent(link)}`
    const wallet = exitWallet()
    wallet.answers.eth_getLogs = () => [openedLog(TERMS)]
    await open(wallet)
    await expect.element(text(told)).toBeVisible()
    await expect.element(button('Stop now')).toBeVisible()
    await expect.element(text('The search of network 31337 is complete: 1 meter.')).toBeVisible()
  }
})

test('behaviour: a message stays in sight after a button at the end of a long page', async () => {
  await page.viewport(320, 400)
  await connected()
  await paste(OWN_METER)
  await expect.element(button('Stop now')).toBeVisible()
  await paste('no paper')
  await expect.element(alert()).toBeInViewport({ ratio: 1 })
})

test('behaviour: a signed stop is ready to be copied', async () => {
  await connected()
  await paste(OWN_METER)
  await button('Sign a stop for another account to send').click()
  const stop = page.getByRole('textbox', { name: 'Your signed stop' })
  await expect.element(stop).toBeInViewport({ ratio: 1 })
  const field = stop.element() as HTMLTextAreaElement
  await expect.poll(() => field.matches(':focus')).toBe(true)
  const selected = field.value.slice(field.selectionStart, field.selectionEnd)
  expect(JSON.parse(selected).signature).toBe(SIGNATURE)
})

test('behaviour: a long search disables no button', async () => {
  const wallet = exitWallet()
  wallet.answers.eth_getLogs = () => new Promise(() => undefined)
  await open(wallet)
  await expect.element(text('Searching network 31337')).toBeVisible()
  await paste(OWN_METER)
  await expect.element(button('Stop now')).toBeEnabled()
  await expect.element(text('Searching network 31337')).toBeVisible()
})

test('behaviour: an act that does not end disables no other meter', async () => {
  const wallet = exitWallet()
  wallet.answers.eth_getLogs = () => [openedLog(TERMS), openedLog({ ...TERMS, max_seconds: 60 })]
  wallet.answers.eth_sendTransaction = () => new Promise(() => undefined)
  await open(wallet)
  const stops = page.getByRole('button', { name: 'Stop now' })
  await expect.element(stops.nth(1)).toBeVisible()
  await stops.nth(0).click()
  await expect.element(stops.nth(0)).toBeDisabled()
  await expect.element(stops.nth(1)).toBeEnabled()
  await expect.element(button('Look again with Example Wallet')).toBeEnabled()
})

test('behaviour: a refused connection keeps the meters on screen', async () => {
  const { provider } = await connected()
  await paste(OWN_METER)
  await expect.element(button('Stop now')).toBeVisible()
  provider.request = async () => {
    throw Object.assign(new Error('no'), { code: 4001 })
  }
  await button('Look again with Example Wallet').click()
  await expect.element(alert()).toHaveTextContent('The request was rejected in the wallet.')
  await expect.element(button('Stop now')).toBeEnabled()
})

test('behaviour: a refund is offered as soon as it is due, without another search', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { moveTo } = await connected()
  await paste(OWN_METER)
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

test('behaviour: a stop that the wallet has replaced is reported as not stopped, despite its receipt', async () => {
  const { sent } = await connected()
  await paste(OWN_METER)
  await button('Stop now').click()
  await expect.element(alert()).toMatchTextContent('Not stopped. The meter still runs.')
  expect(sent).toHaveLength(1)
  await expect.element(button('Stop now')).toBeEnabled()
})

test('behaviour: a statement’s effect is shown before the prompt, and dropped when the text changes', async () => {
  const { sent } = await connected()
  const meter = meterDigest(termsFromWire(TERMS), { chainId: 31_337, escrow: OWN_ESCROW })
  const statement = { object: 'statement', meter, to_second: 1_800, signature: SIGNATURE, ...OWN_METER }
  await paste(statement)
  await expect
    .element(
      text(
        'This statement charges 0.4986 AUSD for the meter that 0x1111…1111 pays to 0x2222…2222. The merchant 0x2222…2222 gets 0.493614 AUSD, the fee recipient 0x5555…5555 gets 0.004986 AUSD. Your wallet pays the gas.',
      ),
    )
    .toBeVisible()
  expect(sent).toEqual([])
  await page.getByLabelText('Paste it here').fill('{}')
  await expect.element(button('Send this statement')).not.toBeInTheDocument()
  await paste(statement)
  await button('Send this statement').click()
  await expect
    .element(alert())
    .toMatchTextContent('The statement has charged nothing. The escrow has charged 0 s of this meter in all.')
  expect(sent).toHaveLength(1)
})

test('behaviour: a token that the page does not know is folded away, and never called AUSD', async () => {
  const wallet = exitWallet()
  wallet.credit = 267_300_000_000n
  const spam = { ...TERMS, payer: party(9), merchant: PAYER, token: party(4) }
  wallet.answers.eth_getLogs = () => [openedLog(spam)]
  await open(wallet)
  const fold = text('1 meter in tokens that this page does not know')
  await expect.element(fold).toBeVisible()
  await expect.element(page.getByRole('article')).not.toBeInTheDocument()
  await fold.click()
  await expect.element(text('0x9999…9999 pays you')).toBeVisible()
  await expect.element(text(`267300000000 base units of ${party(4)}`)).toBeVisible()
  await expect.element(text('AUSD')).not.toBeInTheDocument()
})

test('behaviour: fifty cards are shown, and the rest on demand', async () => {
  const wallet = exitWallet()
  const logs = Array.from({ length: 120 }, (_, index) => openedLog({ ...TERMS, max_seconds: 60 + index }))
  wallet.answers.eth_getLogs = () => logs
  await open(wallet)
  await expect.element(text('The search of network 31337 is complete: 120 meters.')).toBeVisible()
  const cards = () => page.getByRole('article').all().length
  expect(cards()).toBe(50)
  await button('Show more (70)').click()
  await expect.poll(cards).toBe(100)
  await button('Show more (20)').click()
  await expect.poll(cards).toBe(120)
})

test('behaviour: payer, merchant and strangers read three different sentences', async () => {
  for (const [parties, sentence] of [
    [{}, 'You pay 0x2222…2222'],
    [{ payer: party(9), merchant: PAYER }, '0x9999…9999 pays you'],
    [{ payer: party(9) }, '0x9999…9999 pays 0x2222…2222'],
  ] as const) {
    document.body.replaceChildren()
    await connected()
    await paste({ ...OWN_METER, terms: { ...TERMS, ...parties } })
    await expect.element(page.getByRole('article').getByRole('heading')).toMatchTextContent(sentence)
  }
})

test('behaviour: a link names the network, a button switches to it, and the page notices when the wallet moves', async () => {
  location.hash = 'chain=31337'
  const wallet = exitWallet()
  const listeners = new Set<(chainId: unknown) => void>()
  Object.assign(wallet.provider, {
    on: (event: string, listener: () => void) => event === 'chainChanged' && listeners.add(listener),
    removeListener: (_event: string, listener: () => void) => listeners.delete(listener),
  })
  const moves = (chainId: number) => {
    wallet.switchTo(chainId)
    for (const listener of [...listeners]) listener(chainId)
  }
  wallet.answers.wallet_switchEthereumChain = () => {
    wallet.switchTo(31_337)
    return null
  }
  wallet.switchTo(1)
  await open(wallet)
  await expect
    .element(text('The meter of this link is on network 31337. Your wallet is on Ethereum.'))
    .toBeVisible()
  await button('Switch to network 31337').click()
  await expect.element(text('Connected on network 31337')).toBeVisible()
  moves(1)
  await expect.element(text('Connected on Ethereum')).toBeVisible()
  moves(31_337)
  await expect.element(text('Connected on network 31337')).toBeVisible()
  await paste(OWN_METER)
  await expect.element(text('“Stop now” opens your wallet with a call of stop')).toBeVisible()
})
