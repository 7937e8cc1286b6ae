import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { dueInBaseUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { type Browser, chromium, type Page } from 'playwright'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findChromium } from '../../../scripts/find-chromium.ts'
import { buildExit } from '../../authorise/build/build-exit.ts'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { createWallet, type ExitWallet } from './exit-wallet.ts'
import { makeMerchant } from './make-merchant.ts'
import { merchantServerOn } from './merchant.ts'
import { createSubscriber } from './subscriber.ts'

vi.setConfig({ testTimeout: 60_000 })

const FUNDS = 10_000_000n
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let folder: string
let others: ChainOfOthers
let browser: Browser
const pages: Page[] = []
/** What a page may not do: fail, complain, or ask anybody but its wallet. */
const complaints: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'per-second-exit-'))
  const { executablePath, args } = await findChromium()
  ;[browser] = await Promise.all([chromium.launch({ executablePath, args }), buildExit(folder)])
}, 120_000)
beforeEach(async () => {
  others = await startChainOfOthers()
})
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close()
  await others.remove()
  expect(complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A meter at a tenth of a cent a second, for two hours at most, whose service has gone with its keys and its database. */
async function abandonedMeter() {
  const { key } = await others.newOperator()
  const backend = await startBackend<RealServiceLine>({
    args: others.args,
    env: { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') },
  })
  try {
    const merchant = merchantServerOn(backend, await makeMerchant('--data', backend.folder))
    const subscriber = createSubscriber(backend)
    await others.fund(subscriber.account.address, FUNDS)
    await others.giveGasMoney(subscriber.account.address)
    const product = await merchant.product({ rate_usd_per_second: '0.001' })
    const { prepared, authorised } = await subscriber.subscribe(await merchant.session(product), 7_200)
    expect(authorised.subscription.status).toBe('running')
    return { payer: subscriber.account, terms: prepared.terms }
  } finally {
    await backend.end('SIGKILL')
    await backend.remove()
  }
}

/** The exit in the browser of whoever has this key. */
async function openAs(account: PrivateKeyAccount): Promise<{ page: Page; wallet: ExitWallet }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
  pages.push(page)
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('request', request => {
    if (/^https?:/.test(request.url())) complaints.push(request.url())
  })
  const wallet = await createWallet(page, { account, rpcUrl: others.chain.rpc_url, name: 'Test wallet' })
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await press(page, 'Test wallet')
  return { page, wallet }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const figures = async (page: Page) => {
  const [names, values] = await Promise.all(
    ['dt', 'dd'].map(tag => page.locator(`article ${tag}`).allInnerTexts()),
  )
  return Object.fromEntries((names ?? []).map((name, index) => [name, values?.[index]]))
}
const client = () => createPublicClient({ transport: http(others.chain.rpc_url) })
const balanceOf = (account: Address) =>
  client().readContract({
    ...{ address: others.chain.token, abi: testAusdAbi, functionName: 'balanceOf', args: [account] },
  })
const state = (id: Hex) =>
  client().readContract({
    ...{ address: others.chain.escrow, abi: meterEscrowAbi, functionName: 'state', args: [id] },
  })

describe('a payer whose service was deleted', () => {
  test('default: finds the meter, stops it, and takes back all that was not charged', async () => {
    const { payer, terms } = await abandonedMeter()
    const { page, wallet } = await openAs(payer)
    await page.getByText('All of chain 31337 was looked through: 1 meter.').waitFor()
    expect(await page.locator('article header').textContent()).toContain('Running')
    expect(await figures(page)).toMatchObject({
      Deposit: '7.2 AUSD',
      'Charged, 0 s': '0 AUSD',
      'If nobody stops it, at most another': '7.2 AUSD',
    })

    await page.screenshot({ path: '/tmp/me/exit1.png', fullPage: true })
    await press(page, 'Stop now')
    await page.getByText('Stopped. No second from now on can be charged.').waitFor()
    const id = meterDigest(termsFromWire(terms), { chainId: EMBEDDED_CHAIN_ID, escrow: others.chain.escrow })
    const { openedAt, stoppedAt } = await state(id)
    const used = dueInBaseUnits(BigInt(terms.rate_per_second), stoppedAt - openedAt)
    expect(await figures(page)).toMatchObject({
      'May still be charged, at most': `${usdFromBaseUnits(used)} AUSD`,
    })
    expect(await page.getByRole('button', { name: 'Take the rest back' }).count()).toBe(0)

    await others.forward(terms.stop_grace)
    await press(page, 'Look again with Test wallet')
    await press(page, 'Take the rest back')
    await page.getByText('What was left is back with the payer.').waitFor()
    expect(await figures(page)).toMatchObject({ 'Came back to you': '7.2 AUSD' })
    expect(await balanceOf(payer.address)).toBe(FUNDS)
    expect(wallet.prompts).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    await page.screenshot({ path: '/tmp/me/exit2.png', fullPage: true })
  })

  test('default: signs a stop without any gas, which a stranger sends', async () => {
    const { payer } = await abandonedMeter()
    const { page, wallet } = await openAs(payer)
    await press(page, 'Sign a stop that others may send')
    const signed = await page.getByLabel('Your signed stop').last().inputValue()
    expect(wallet.prompts).toEqual(['eth_signTypedData_v4'])

    const stranger = privateKeyToAccount(generatePrivateKey())
    await others.giveGasMoney(stranger.address)
    const other = await openAs(stranger)
    await other.page.getByText('This account has no meter on chain 31337.').waitFor()
    await other.page.getByLabel('Paste it here').fill(signed)
    await press(other.page, 'Use it')
    await other.page.getByText('The meter is stopped.').waitFor()
    expect((await state(JSON.parse(signed).meter)).stoppedAt).toBeGreaterThan(0)

    await press(other.page, 'Use it')
    await other.page.getByText('This meter was stopped before.').waitFor()
    await other.page
      .getByLabel('Paste it here')
      .fill(signed.replace(/"max_seconds": \d+/, '"max_seconds": 99'))
    await press(other.page, 'Use it')
    await other.page.getByText('something was changed').waitFor()
  })

  test('edge: pastes the terms where the endpoint will not search', async () => {
    const { payer, terms } = await abandonedMeter()
    const { page, wallet } = await openAs(payer)
    await page.getByText('All of chain 31337').waitFor()
    wallet.refuseLogs = true
    await press(page, 'Look again with Test wallet')
    await page.getByText('The search ended early').waitFor()
    expect(await page.locator('article').count()).toBe(0)
    await page.getByLabel('Paste it here').fill(JSON.stringify(terms))
    await press(page, 'Use it')
    await page.getByText('The meter of these terms is above.').waitFor()
    await page.getByRole('button', { name: 'Stop now' }).waitFor()
  })

  test('accessibility: every state passes axe, wide and narrow', async () => {
    const { payer } = await abandonedMeter()
    const { page } = await openAs(payer)
    await press(page, 'Sign a stop that others may send')
    await page.getByLabel('Your signed stop').last().waitFor()
    await page.evaluate(AXE)
    for (const width of [1_280, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
        return (await axe.run()).violations.map(({ id }) => id)
      })
      expect(violations).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
})
