import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@per-second/client'
import { create2DeployerAddress, meterEscrowCreationCodeHash } from '@per-second/contracts/addresses'
import { meterEscrowBytecode } from '@per-second/contracts/bytecode'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { escrowAddress } from '@per-second/protocol/escrow-address'
import { dueInBaseUnits, feeInBaseUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import type { Address, Hex, Statement, WireMeterTerms } from '@per-second/protocol/types'
import { type Browser, chromium, type Page } from 'playwright'
import { concat, createPublicClient, createWalletClient, http } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findChromium } from '../../../scripts/find-chromium.ts'
import { buildExit } from '../../authorise/build/build-exit.ts'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { createWallet, type ExitWallet, GAS_PRICE } from './exit-wallet.ts'
import { makeMerchant } from './make-merchant.ts'
import { merchantServerOn } from './merchant.ts'
import { createSubscriber } from './subscriber.ts'

const FUNDS = 10_000_000n
/** A tenth of a cent a second. */
const RATE = 1_000_000_000_000_000n
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let folder: string
let others: ChainOfOthers
let browser: Browser
const pages: Page[] = []
/** A page must not fail, complain, or call any service but its wallet. */
const complaints: string[] = []
let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'per-second-exit-'))
  const { executablePath, args } = await findChromium()
  ;[browser, others] = await Promise.all([
    chromium.launch({ executablePath, args }),
    startChainOfOthers(),
    buildExit(folder),
  ])
  service = await startService(others.args)
})
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close()
  expect(complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await service?.backend.remove()
  await others?.remove()
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startService(args: string[]) {
  const { key } = await others.newOperator()
  const backend = await startBackend<RealServiceLine>({
    args,
    env: { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') },
  })
  // The merchant of each service is another one, so that its balance is this service's doing.
  return { backend, merchant: await makeMerchant('--data', backend.folder) }
}

/** A meter at a tenth of a cent a second, for two hours at most. */
async function runningMeter({ backend, merchant: made }: Awaited<ReturnType<typeof startService>> = service) {
  const merchant = merchantServerOn(backend, made)
  const subscriber = createSubscriber(backend)
  await others.fund(subscriber.account.address, FUNDS)
  await others.giveGasMoney(subscriber.account.address)
  const product = await merchant.product({ rate_usd_per_second: '0.001' })
  const meter = await subscriber.subscribe(await merchant.session(product), 7_200)
  const statements = createClient({ apiKey: made.test_key, baseUrl: backend.url }).statements
  const { id } = meter
  await vi.waitFor(
    async () => expect((await statements.retrieve(id)).to_second).toBeGreaterThanOrEqual(2),
    60_000,
  )
  const statement = await statements.retrieve(id)
  expect(statement.to_second).toBeLessThanOrEqual((await merchant.subscription(id)).elapsed_seconds)
  return { merchant, id, payer: subscriber.account, terms: meter.signed.terms, statement }
}

type OpenMeter = Awaited<ReturnType<typeof runningMeter>>

/** Submits it as a merchant's program does, with an unrelated key. */
async function submit(statement: Statement): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await others.giveGasMoney(account.address)
  const wallet = createWalletClient({ account, chain: anvil, transport: http(others.chain.rpc_url) })
  const { statements } = createClient({ apiKey: 'sk_test_gone', baseUrl: 'http://127.0.0.1:1' })
  const hash = await statements.submit(statement, {
    sendTransaction: asked => wallet.sendTransaction({ ...asked, ...GAS_PRICE }),
  })
  await client().waitForTransactionReceipt({ hash })
}

/** An operator's own escrow on this chain, and the options of a service that uses it. */
async function deployOwnEscrow(): Promise<{ escrow: Address; args: string[] }> {
  const salt: Hex = `0x${randomBytes(32).toString('hex')}`
  const account = privateKeyToAccount(generatePrivateKey())
  await others.giveGasMoney(account.address)
  const wallet = createWalletClient({ account, chain: anvil, transport: http(others.chain.rpc_url) })
  const creation = { to: create2DeployerAddress, data: concat([salt, meterEscrowBytecode]) } as const
  const hash = await wallet.sendTransaction({ ...creation, ...GAS_PRICE })
  await client().waitForTransactionReceipt({ hash })
  const args = others.args.toSpliced(others.args.indexOf('--escrow'), 2, '--escrow-salt', salt)
  return { escrow: escrowAddress(meterEscrowCreationCodeHash, salt), args }
}

/** The exit in the browser of this key's owner, opened by a link with this end. */
async function openAs(account: PrivateKeyAccount, hash = ''): Promise<{ page: Page; wallet: ExitWallet }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
  pages.push(page)
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('request', request => {
    if (/^https?:/.test(request.url())) complaints.push(request.url())
  })
  const wallet = await createWallet(page, { account, rpcUrl: others.chain.rpc_url, name: 'Test wallet' })
  await page.goto(pathToFileURL(join(folder, 'index.html')).href + hash)
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
const idOf = (terms: WireMeterTerms, escrow = others.chain.escrow) =>
  meterDigest(termsFromWire(terms), { chainId: EMBEDDED_CHAIN_ID, escrow })
const client = () => createPublicClient({ transport: http(others.chain.rpc_url) })
const balanceOf = (account: Address) =>
  client().readContract({
    ...{ address: others.chain.token, abi: testAusdAbi, functionName: 'balanceOf', args: [account] },
  })
const state = (id: Hex, address = others.chain.escrow) =>
  client().readContract({
    ...{ address, abi: meterEscrowAbi, functionName: 'state', args: [id] },
  })

test('default: a living service books the charge of its own statement, and charges on', async () => {
  const { merchant, id, statement } = await runningMeter()
  await submit(statement)
  const paid = async () => (await merchant.invoices(id)).map(({ status, seconds }) => ({ status, seconds }))
  await expect.poll(paid).toEqual([{ status: 'paid', seconds: statement.to_second }])
  const ended = await merchant.act(id, 'cancel')
  await expect
    .poll(async () => (await merchant.subscription(id)).settled_usd)
    .toBe(usdFromBaseUnits(dueInBaseUnits(RATE, ended.elapsed_seconds)))
})

describe('after the service was deleted with its keys and its database', () => {
  let own: { escrow: Address; meter: OpenMeter }
  const meters: OpenMeter[] = []
  const nextMeter = () => {
    const meter = meters.pop()
    if (meter === undefined) throw new Error('no meter is left: open another one')
    return meter
  }
  beforeAll(async () => {
    while (meters.length < 6) meters.push(await runningMeter())
    const { escrow, args } = await deployOwnEscrow()
    const other = await startService(args)
    own = { escrow, meter: await runningMeter(other) }
    for (const { backend } of [service, other]) {
      await backend.end('SIGKILL')
      await backend.remove()
    }
  })

  /** A merchant's income meanwhile. */
  async function earned(merchant: Address, act: () => Promise<unknown>): Promise<bigint> {
    const before = await balanceOf(merchant)
    await act()
    return (await balanceOf(merchant)) - before
  }

  test('default: a merchant is paid by a statement that was kept, from any account', async () => {
    const { terms, statement } = nextMeter()
    const stranger = privateKeyToAccount(generatePrivateKey())
    await others.giveGasMoney(stranger.address)
    const { page, wallet } = await openAs(stranger)
    await page.getByText('This account has no meter on network 31337.').waitFor()
    const gross = dueInBaseUnits(RATE, statement.to_second)
    const fee = feeInBaseUnits(gross, terms.fee_bps)
    const paid = await earned(terms.merchant, async () => {
      await page.getByLabel('Paste it here').fill(JSON.stringify(statement))
      await press(page, 'Use it')
      await page.getByText(`This statement charges ${usdFromBaseUnits(gross)} AUSD for the meter`).waitFor()
      expect(wallet.prompts).toEqual([])
      await press(page, 'Send this statement')
      await page
        .getByText(`The statement charged ${usdFromBaseUnits(gross)} AUSD for ${statement.to_second} s.`)
        .waitFor()
    })
    expect(paid).toBe(gross - fee)

    await press(page, 'Use it')
    await page.getByText('This statement brings nothing').waitFor()
    await page
      .getByLabel('Paste it here')
      .fill(JSON.stringify({ ...statement, to_second: statement.to_second + 1 }))
    await press(page, 'Use it')
    await page.getByText('This signature is not the operator’s.').waitFor()
    expect(wallet.prompts).toEqual(['eth_sendTransaction'])
  })

  test('default: a statement can be sent by a program with any funded key, once', async () => {
    const { terms, statement } = nextMeter()
    const gross = dueInBaseUnits(RATE, statement.to_second)
    const paid = await earned(terms.merchant, () => submit(statement))
    expect(paid).toBe(gross - feeInBaseUnits(gross, terms.fee_bps))
    expect(await earned(terms.merchant, () => submit(statement))).toBe(0n)
  })

  // docs/money.md, rule 79
  test('error: a stop that the wallet cancels by another transaction is told as not stopped', async () => {
    const { payer, terms } = nextMeter()
    const { page, wallet } = await openAs(payer)
    wallet.cancels = true
    await press(page, 'Stop now')
    await page.getByText('Not stopped. The meter still runs.').waitFor()
    expect((await state(idOf(terms))).stoppedAt).toBe(0)
    wallet.cancels = false
    await press(page, 'Stop now')
    await page.getByText('Stopped. The meter costs nothing for the time after').waitFor()
  })

  test('default: a payer signs a stop without any gas, which a stranger sends', async () => {
    const { payer } = nextMeter()
    const { page, wallet } = await openAs(payer)
    await press(page, 'Sign a stop for another account to send')
    const signed = await page.getByLabel('Your signed stop').last().inputValue()
    expect(wallet.prompts).toEqual(['eth_signTypedData_v4'])

    const stranger = privateKeyToAccount(generatePrivateKey())
    await others.giveGasMoney(stranger.address)
    const other = await openAs(stranger)
    await other.page.getByText('This account has no meter on network 31337.').waitFor()
    await other.page.getByLabel('Paste it here').fill(signed)
    await press(other.page, 'Use it')
    await other.page.getByText('This signed stop stops the meter').waitFor()
    await press(other.page, 'Send this stop')
    await other.page.getByText('Stopped. The meter costs nothing for the time after').waitFor()
    expect((await state(JSON.parse(signed).meter)).stoppedAt).toBeGreaterThan(0)

    await press(other.page, 'Use it')
    await other.page.getByText('This meter was stopped before.').waitFor()
    await other.page
      .getByLabel('Paste it here')
      .fill(signed.replace(/"max_seconds": \d+/, '"max_seconds": 99'))
    await press(other.page, 'Use it')
    await other.page.getByText('something was changed').waitFor()
  })

  test('edge: a payer pastes the terms where the endpoint will not search, and every state passes axe', async () => {
    const { payer, terms } = nextMeter()
    const { page, wallet } = await openAs(payer)
    await page.getByText('The search of network 31337 is complete: 1 meter.').waitFor()
    wallet.refuseLogs = true
    await press(page, 'Look again with Test wallet')
    await page.getByText('The search ended early').waitFor()
    expect(await page.locator('article').count()).toBe(0)
    await page.getByLabel('Paste it here').fill(JSON.stringify(terms))
    await press(page, 'Use it')
    await page.getByText('The meter of these terms is above.').waitFor()
    await press(page, 'Sign a stop for another account to send')
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

  // docs/money.md, rule 79
  test('security: no text becomes markup on the page (Trusted Types)', async () => {
    const { page } = await openAs(privateKeyToAccount(generatePrivateKey()))
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<p>text</p>'
        return null
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(refused).toBe('TypeError')
    expect(complaints.splice(0).every(complaint => /TrustedHTML|Trusted Type/i.test(complaint))).toBe(true)
  })

  // The last test, for it moves the chain's clock by a day.
  test('default: a payer finds the meter, in an own escrow by the link, stops it, and is refunded', async () => {
    const shared = { ...nextMeter(), escrow: others.chain.escrow, link: '' }
    const owned = { ...own.meter, escrow: own.escrow, link: `#escrow=${own.escrow}` }
    const lost = await openAs(owned.payer)
    await lost.page.getByText('This account has no meter on network 31337.').waitFor()
    const opened = []
    for (const { payer, terms, escrow, link } of [shared, owned]) {
      const { page, wallet } = await openAs(payer, link)
      await page.getByText('The search of network 31337 is complete: 1 meter.').waitFor()
      expect(await page.locator('article header').textContent()).toContain('Running')
      expect(await figures(page)).toMatchObject({
        Deposit: '7.2 AUSD',
        'Charged, 0 s': '0 AUSD',
        'Maximum further charge, if not stopped': '7.2 AUSD',
      })
      await press(page, 'Stop now')
      await page.getByText('Stopped. The meter costs nothing for the time after').waitFor()
      const { openedAt, stoppedAt } = await state(idOf(terms, escrow), escrow)
      const used = dueInBaseUnits(RATE, stoppedAt - openedAt)
      expect(await figures(page)).toMatchObject({
        'Maximum further charge': `${usdFromBaseUnits(used)} AUSD`,
      })
      expect(await page.getByRole('button', { name: 'Take the rest back' }).count()).toBe(0)
      opened.push({ page, wallet, payer })
    }

    await others.forward(shared.terms.stop_grace)
    for (const { page, wallet, payer } of opened) {
      await press(page, 'Look again with Test wallet')
      await press(page, 'Take the rest back')
      await page.getByText('Refunded. 7.2 AUSD went back to the payer.').waitFor()
      expect(await figures(page)).toMatchObject({ 'Refund to you': '7.2 AUSD' })
      expect(await balanceOf(payer.address)).toBe(FUNDS)
      expect(wallet.prompts).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    }
  })
})
