import { type Address, encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MeterChain, startMeterChain } from '../scripts/meter-chain.ts'
import { meterEscrowAbi } from '../src/generated/meter-escrow-abi.ts'
import { testAusdAbi } from '../src/generated/test-ausd-abi.ts'

type Terms = Awaited<ReturnType<MeterChain['terms']>>

const DEPOSIT = 997_200n

let chain: MeterChain
let terms: Terms
beforeEach(async () => {
  chain = await startMeterChain()
  const payer = privateKeyToAccount(generatePrivateKey())
  await chain.mint(payer.address, DEPOSIT)
  terms = await chain.terms({ payer: payer.address })
  await chain.open(terms, await payer.signTypedData(chain.typedData(terms)))
  await chain.client.increaseTime({ seconds: 1000 })
})
afterEach(() => chain.stop())

const settleData = (toSecond: number) =>
  encodeFunctionData({ abi: meterEscrowAbi, functionName: 'settle', args: [terms, toSecond] })

const settle = (toSecond: number) =>
  chain.send({ from: chain.operator, to: chain.escrow, data: settleData(toSecond) })

const steerToken = (
  functionName: 'freeze' | 'unfreeze' | 'setIsTransferPaused',
  args: readonly unknown[],
) => {
  const call = { abi: testAusdAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0]
  return chain.send({ from: chain.operator, to: chain.token, data: encodeFunctionData(call) })
}

const creditOf = (account: Address) =>
  chain.client.readContract({
    abi: meterEscrowAbi,
    address: chain.escrow,
    functionName: 'credit',
    args: [chain.token, account],
  })

const billedSeconds = async () => {
  const meter = await chain.client.readContract({
    abi: meterEscrowAbi,
    address: chain.escrow,
    functionName: 'state',
    args: [chain.id(terms)],
  })
  return meter.billedSeconds
}

/** Merchant, fee recipient and escrow. */
const balances = async () =>
  Promise.all([chain.merchant, chain.feeRecipient, chain.escrow].map(account => chain.balanceOf(account)))

test('a settlement that a reorganisation took back charges once when it is sent again', async () => {
  await settle(900)
  expect(await balances()).toEqual([246_807n, 2_493n, DEPOSIT - 249_300n])
  await chain.client.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
  expect(await billedSeconds()).toBe(0)
  expect(await balances()).toEqual([0n, 0n, DEPOSIT])
  const { timestamp } = await chain.client.getBlock()
  await chain.client.setNextBlockTimestamp({ timestamp: timestamp + 1000n })
  await settle(900)
  await settle(900)
  expect(await billedSeconds()).toBe(900)
  expect(await balances()).toEqual([246_807n, 2_493n, DEPOSIT - 249_300n])
})

test('a dropped settlement and its replacement charge once', async () => {
  const { client } = chain
  await client.setAutomine(false)
  const call = { account: chain.operator, to: chain.escrow, gas: 300_000n }
  const dropped = await client.sendTransaction({ ...call, data: settleData(500) })
  await client.dropTransaction({ hash: dropped })
  const sent = await client.sendTransaction({ ...call, data: settleData(600) })
  await client.mine({ blocks: 1 })
  expect((await chain.receipt(sent)).status).toBe('success')
  expect(await billedSeconds()).toBe(600)
  expect(await balances()).toEqual([164_538n, 1_662n, DEPOSIT - 166_200n])
})

test('while the token is paused nothing moves, and afterwards everything does', async () => {
  await steerToken('setIsTransferPaused', [true])
  await expect(settle(900)).rejects.toThrow()
  await expect(chain.close(terms, 900)).rejects.toThrow()
  expect(await billedSeconds()).toBe(0)
  expect(await balances()).toEqual([0n, 0n, DEPOSIT])
  await steerToken('setIsTransferPaused', [false])
  await chain.close(terms, 900)
  expect(await balances()).toEqual([246_807n, 2_493n, 0n])
  expect(await chain.balanceOf(terms.payer)).toBe(DEPOSIT - 249_300n)
})

test('a frozen merchant waits alone: payer and fee recipient are paid, and the credit is paid later', async () => {
  await steerToken('freeze', [chain.merchant])
  await chain.close(terms, 900)
  expect(await balances()).toEqual([0n, 2_493n, 246_807n])
  expect(await chain.balanceOf(terms.payer)).toBe(DEPOSIT - 249_300n)
  expect(await creditOf(chain.merchant)).toBe(246_807n)
  await steerToken('unfreeze', [chain.merchant])
  const [, stranger] = chain.accounts
  const args = [chain.token, chain.merchant] as const
  const data: Hex = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'withdrawCredit', args })
  await chain.send({ from: stranger as Address, to: chain.escrow, data })
  expect(await balances()).toEqual([246_807n, 2_493n, 0n])
})
