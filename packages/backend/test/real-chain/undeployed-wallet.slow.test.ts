import { depositOfTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import {
  encodeFunctionData,
  getCreate2Address,
  keccak256,
  numberToHex,
  parseAbi,
  parseTransaction,
  serializeErc6492Signature,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { planSafe } from '../../../contracts/test/safe.fixture.ts'
import { checkSignature } from '../../src/actions/accept-draft.ts'
import { MULTICALL } from '../../src/chain/calls/multicall.ts'
import type { EscrowChainParameters } from '../../src/chain/escrow-chain.ts'
import type { Checkout } from '../../src/worker/checkouts.fixture.ts'
import { CONFIRMATIONS, paidBy, type RealStack, startRealStack } from './real-stack.ts'

const FUNDS = 1_000_000_000n
const privateKey = generatePrivateKey()
const deployer = { privateKey, address: privateKeyToAccount(privateKey).address }
const SAFE: Address = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
const SAFE_HANDLER: Address = '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99'
const SAFE_FACTORY: Address = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'
const COINBASE_FACTORY: Address = '0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a'
/** The code of a wallet that answers ERC-1271's magic to everything. */
const ACCEPTS_ALL = '631626ba7e60e01b60005260206000f3'

let stack: RealStack
beforeEach(() => start())
afterEach(() => stack.remove())

async function start(changes: Partial<EscrowChainParameters> = {}): Promise<void> {
  stack = await startRealStack({ deployer, ...changes })
  await stack.strange.giveGasMoney(deployer.address)
  await setCode(MULTICALL, await codeAt(await deploy(await multicallInitCode())))
}

/** Multicall3 as it was deployed everywhere: viem has its code, and does not export it. */
async function multicallInitCode(): Promise<Hex> {
  const place = new URL('./constants/contracts.js', import.meta.resolve('viem'))
  return (await import(place.href)).multicall3Bytecode
}

const codeAt = (address: Address) =>
  stack.strange.rpc.request<Hex>({ method: 'eth_getCode', params: [address, 'latest'] })

const setCode = (address: Address, code: Hex) =>
  stack.strange.rpc.request({ method: 'anvil_setCode', params: [address, code] })

/** In a block of its own, by an account without a relation to the service. */
async function sendAsStranger(call: { data: Hex; to?: Address }): Promise<Hex> {
  const { rpc, giveGasMoney, mine } = stack.strange
  const from = privateKeyToAccount(generatePrivateKey()).address
  await giveGasMoney(from)
  await rpc.request({ method: 'anvil_impersonateAccount', params: [from] })
  const params = [{ from, gas: numberToHex(10_000_000), ...call }]
  const hash = await rpc.request<Hex>({ method: 'eth_sendTransaction', params })
  await mine()
  return hash
}

async function deploy(data: Hex): Promise<Address> {
  const receipt = { method: 'eth_getTransactionReceipt', params: [await sendAsStranger({ data })] }
  return (await stack.strange.rpc.request<{ contractAddress: Address }>(receipt)).contractAddress
}

const deployments = async () =>
  Number(
    await stack.strange.rpc.request<Hex>({
      method: 'eth_getTransactionCount',
      params: [deployer.address, 'latest'],
    }),
  )

type Wallet = { address: Address; factory: Address; factoryData: Hex; sign(digest: Hex): Promise<Hex> }

/** A checkout whose wallet is not on the chain yet: its signature holds the deployment (ERC-6492). */
async function prepareWith({ address, factory, factoryData, sign }: Wallet): Promise<Checkout> {
  const { session } = await stack.prepare()
  const payer = {
    address,
    sign: async ({ hash }: { hash: Hex }) =>
      serializeErc6492Signature({ address: factory, data: factoryData, signature: await sign(hash) }),
  } as PrivateKeyAccount
  return { payer, session, ...(await stack.prepareAgain({ session, payer })) }
}

async function planSafeBy(put: (initCode: Hex) => Promise<Address>): Promise<Wallet> {
  const owner = privateKeyToAccount(generatePrivateKey())
  return planSafe({ chainId: stack.running().chain.facts.chain_id, deploy: put }, [owner])
}

/** A Safe of the genuine factory, which a service knows. */
function undeployedSafe(singleton = SAFE): Promise<Wallet> {
  const places = [singleton, SAFE_HANDLER, SAFE_FACTORY]
  return planSafeBy(async initCode => {
    const place = places.shift() as Address
    await setCode(place, await codeAt(await deploy(initCode)))
    return place
  })
}

/** A checkout of a Safe with money that is not on the chain yet. */
async function safeCheckout() {
  const safe = await undeployedSafe()
  await stack.strange.mint(safe.address, FUNDS)
  return { safe, checkout: await prepareWith(safe) }
}

const judge = ({ draft, signature }: Checkout) =>
  checkSignature(stack.running().chain, { draft, signature }, async () => false)

test('a Safe that is not on the chain yet pays: it is put there once, by an account that is no operator', async () => {
  const { safe, checkout } = await safeCheckout()
  await judge(checkout)
  expect([await codeAt(safe.address), await deployments()]).toEqual(['0x', 0])

  await stack.accept(checkout)
  await stack.work()
  const refusals: unknown[] = []
  stack.proxy.misbehave(async asked => {
    await stack.strange.rpc.request(asked).catch(error => refusals.push(error))
    return null
  })
  await stack.work()
  expect(refusals).toEqual([])
  stack.proxy.misbehave(null)
  await stack.settle(2 * CONFIRMATIONS + 2)
  expect((await stack.stored(checkout)).subscription.status).toBe('running')
  expect([(await codeAt(safe.address)) === '0x', await deployments()]).toEqual([false, 1])
  const [opening, ...others] = await stack.journal()
  expect([opening?.purpose, others]).toEqual(['open', []])
  // A contract's code runs on the operator's gas: it has the simulation's gas and a quarter, not an opening's 500,000.
  const gas = parseTransaction(opening?.raw ?? '0x').gas ?? 0n
  expect([gas > 100_000n, gas < 300_000n]).toEqual([true, true])
  const deposit = depositOfTerms(checkout.subscription.terms)
  expect(await stack.strange.balanceOf(safe.address)).toBe(FUNDS - deposit)

  stack.forward(100)
  await stack.strange.mine(CONFIRMATIONS)
  await stack.cancel(checkout)
  await stack.settle()
  await stack.settle()
  expect((await stack.stored(checkout)).invoices.map(paidBy)).toMatchObject([{ gross: 100_000_000n }])
  expect(await stack.strange.balanceOf(safe.address)).toBe(FUNDS - 100_000_000n)
})

// docs/money.md, rule 10
test('where the limit is paid for, a deployment has the estimate, a quarter and 25,000 more', async () => {
  await stack.remove()
  await start({ billsGasLimit: true })
  const { checkout } = await safeCheckout()
  await stack.accept(checkout)
  const sent: Hex[] = []
  stack.proxy.misbehave(({ method, params }) => {
    if (method === 'eth_sendRawTransaction') sent.push(params[0] as Hex)
    return null
  })
  await stack.settle(2 * CONFIRMATIONS + 2)
  expect((await stack.stored(checkout)).subscription.status).toBe('running')
  const [deployment] = sent as [Hex]
  const { gasUsed } = (await stack.receiptOf(keccak256(deployment))) as unknown as { gasUsed: Hex }
  const used = Number(gasUsed)
  const { to, gas } = parseTransaction(deployment)
  expect(to).toBe(MULTICALL.toLowerCase())
  expect(Number(gas)).toBeGreaterThanOrEqual(Math.floor(used * 1.25) + 25_000)
  // A node that estimates may leave a few per cent of its own.
  expect(Number(gas)).toBeLessThanOrEqual(used * 1.4 + 25_000)
})

test('no call goes to an unknown factory, for a wallet without the deposit, or without gas', async () => {
  const safe = await undeployedSafe()
  const checkout = await prepareWith(safe)
  await expect(judge(checkout)).rejects.toMatchObject({ code: 'insufficient_funds' })
  await stack.strange.mint(safe.address, FUNDS)
  const stranger = await planSafeBy(deploy)
  await stack.strange.mint(stranger.address, FUNDS)
  await expect(judge(await prepareWith(stranger))).rejects.toMatchObject({
    code: 'signature_invalid',
    message: expect.stringContaining('this service deploys only known wallets'),
  })
  await judge(checkout)
  await stack.strange.rpc.request({ method: 'anvil_setBalance', params: [deployer.address, '0x1'] })
  await expect(judge(checkout)).rejects.toMatchObject({ code: 'signature_invalid' })
  await stack.strange.giveGasMoney(deployer.address)
  await judge(checkout)
  expect(await deployments()).toBe(0)
})

test('a foreign signature is refused before any deployment', async () => {
  const safe = await undeployedSafe()
  await stack.strange.mint(safe.address, FUNDS)
  const stranger = privateKeyToAccount(generatePrivateKey())
  const checkout = await prepareWith({ ...safe, sign: hash => stranger.sign({ hash }) })
  await expect(judge(checkout)).rejects.toMatchObject({ code: 'signature_invalid' })
  await stack.accept(checkout)
  await stack.settle()
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    status: 'incomplete_expired',
    openingsFailed: 1,
  })
  expect(await deployments()).toBe(0)
})

test('a wallet whose deployment comes to nothing is paid for once', async () => {
  const wallet = await treacherousWallet()
  await stack.strange.mint(wallet.address, FUNDS)
  const checkout = await prepareWith(wallet)
  await judge(checkout)
  for (const failed of [1, 2]) {
    await stack.accept(checkout)
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      status: 'incomplete_expired',
      openingsFailed: failed,
    })
    expect(await deployments()).toBe(1)
  }
  expect(await stack.strange.balanceOf(wallet.address)).toBe(FUNDS)
})

test.each([
  ['reverts when it is called as a deployment is', `3373${MULTICALL.slice(2)}14`, 'fe'],
  ['needs more gas than a deployment has', '6001', '5b605a56'],
])(
  'a factory that %s is refused before anything is sent, and counts against its payer',
  async (_, unless, instead) => {
    const wallet = await treacherousWallet(unless, instead)
    await stack.strange.mint(wallet.address, FUNDS)
    const checkout = await prepareWith(wallet)
    await expect(judge(checkout)).rejects.toMatchObject({
      code: 'signature_invalid',
      message: expect.stringContaining('this service deploys only known wallets'),
    })
    await stack.accept(checkout)
    const honest = await stack.prepare()
    await stack.accept(honest)
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      status: 'incomplete_expired',
      openingsFailed: 1,
    })
    expect((await stack.stored(honest)).subscription.status).toBe('running')
    expect(await deployments()).toBe(0)
  },
)

test('a key that wraps its own signature is a key: it pays, and no wallet is deployed for it', async () => {
  const safe = await undeployedSafe()
  const key = privateKeyToAccount(generatePrivateKey())
  await stack.strange.mint(key.address, 2n * FUNDS)
  const sign = (hash: Hex) => key.sign({ hash })
  const checkout = await prepareWith({ ...safe, address: key.address, sign })
  await judge(checkout)
  await stack.accept(checkout)
  await stack.settle()
  expect((await stack.stored(checkout)).subscription.status).toBe('running')
  expect([await codeAt(safe.address), await deployments()]).toEqual(['0x', 0])

  // With another signature inside it has no other wallet deployed either: its own has no code afterwards.
  const stranger = privateKeyToAccount(generatePrivateKey())
  const foreign = await prepareWith({ ...safe, address: key.address, sign: hash => stranger.sign({ hash }) })
  await expect(judge(foreign)).rejects.toMatchObject({ code: 'signature_invalid' })
})

test('a genuine Safe factory is called for a genuine Safe only', async () => {
  const { mint } = stack.strange
  const { checkout: genuine } = await safeCheckout()
  await judge(genuine)

  // An implementation of a stranger's, which runs on the deployer's gas and takes any signature.
  const implementation = privateKeyToAccount(generatePrivateKey()).address
  const forgery = await undeployedSafe(implementation)
  await setCode(implementation, `0x${ACCEPTS_ALL}`)
  await mint(forgery.address, FUNDS)
  const forged = await prepareWith({ ...forgery, sign: async () => '0x01' })
  await expect(judge(forged)).rejects.toMatchObject({ code: 'signature_invalid' })

  await stack.accept(genuine)
  await stack.settle(2 * CONFIRMATIONS + 2)
  expect((await stack.stored(genuine)).subscription.status).toBe('running')
  expect(await deployments()).toBe(1)
})

test('a wallet that a stranger has deployed meanwhile pays, and is not deployed again', async () => {
  const { safe, checkout } = await safeCheckout()
  await stack.accept(checkout)
  await sendAsStranger({ to: safe.factory, data: safe.factoryData })
  await stack.settle()
  expect((await stack.stored(checkout)).subscription.status).toBe('running')
  expect(await deployments()).toBe(0)
})

test('an opening is sent only as it was asked about: with a wallet that came meanwhile it is asked about again', async () => {
  const safe = await undeployedSafe()
  await stack.strange.mint(safe.address, FUNDS)
  // A Safe ignores bytes after its owners' signatures. With so much of it no block can take an opening's gas
  // (EIP-7623).
  const padding = 'ff'.repeat(15_000)
  const checkout = await prepareWith({ ...safe, sign: async hash => `${await safe.sign(hash)}${padding}` })
  await stack.accept(checkout)
  await stack.work()
  const { rpc, mine } = stack.strange
  // The pending block of many a node holds nothing that waits. The wallet's own block comes right after the answer.
  stack.proxy.misbehave(async ({ method, params }) => {
    const isWithWallet = method === 'eth_call' && params[2] !== undefined
    if (!isWithWallet && !(method === 'eth_getCode' && params[1] === 'pending')) return null
    const [asked, , ...others] = params
    const result = await rpc.request({ method, params: [asked, 'latest', ...others] })
    if (isWithWallet) await mine()
    return { reply: { result } }
  })
  await stack.work()
  expect([(await codeAt(safe.address)) === '0x', await deployments()]).toEqual([false, 1])
  stack.proxy.misbehave(null)
  const honest = await stack.prepare()
  await stack.accept(honest)
  await stack.settle(2 * CONFIRMATIONS + 2)
  expect((await stack.stored(checkout)).subscription.status).toBe('incomplete_expired')
  expect((await stack.stored(honest)).subscription.status).toBe('running')
})

test('error: a wallet whose block the endpoint has not got, unlike its receipt, is not held for missing', async () => {
  const { safe, checkout } = await safeCheckout()
  await stack.accept(checkout)
  await stack.work()
  const { rpc, mine } = stack.strange
  const before = await rpc.request<Hex>({ method: 'eth_blockNumber' })
  await mine()
  expect([(await codeAt(safe.address)) === '0x', await deployments()]).toEqual([false, 1])
  stack.proxy.misbehave(async ({ method, params }) => {
    if (!['eth_call', 'eth_getCode', 'eth_getBlockByNumber'].includes(method)) return null
    const then = params.map(param => (param === 'latest' || param === 'pending' ? before : param))
    const isUnknown = then.some(
      param => typeof param === 'string' && param.length < 42 && BigInt(param) > BigInt(before),
    )
    if (isUnknown && method === 'eth_getBlockByNumber') return { reply: { result: null } }
    if (isUnknown) return { reply: { error: { code: -32_000, message: 'no such block' } } }
    return { reply: { result: await rpc.request({ method, params: then }) } }
  })
  await stack.work()
  expect(stack.proxy.calls).toContain('eth_getTransactionReceipt')
  stack.proxy.misbehave(null)
  await stack.settle(2 * CONFIRMATIONS + 2)
  expect((await stack.stored(checkout)).subscription).toMatchObject({ status: 'running', openingsFailed: 0 })
  expect(await deployments()).toBe(1)
})

/**
 * Its factory stands where a known one does, and makes a wallet that accepts everything, unless it is called as only a deployment is: by default with a price for gas, for
 * which it does nothing.
 */
async function treacherousWallet(unless = '3a', instead = '00'): Promise<Wallet> {
  const initCode: Hex = `0x6f${ACCEPTS_ALL}60005260106010f3`
  const otherwise = (unless.length / 2 + 42).toString(16)
  const code = `${unless}60${otherwise}5778${initCode.slice(2)}6000526000601960076000f5005b${instead}`
  const factory = COINBASE_FACTORY
  await setCode(factory, `0x${code}`)
  const address = getCreate2Address({
    from: factory,
    salt: numberToHex(0, { size: 32 }),
    bytecodeHash: keccak256(initCode),
  })
  const abi = parseAbi(['function createAccount(bytes[] owners, uint256 nonce)'])
  const factoryData = encodeFunctionData({ abi, args: [[], 0n] })
  return { address, factory, factoryData, sign: async () => '0x01' }
}
