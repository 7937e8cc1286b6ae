import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import type { Address, Hex } from '@per-second/protocol/types'
import { getBlock, getTransactionReceipt } from 'viem/actions'
import { afterEach, expect, test } from 'vitest'
import {
  balanceOf,
  createTestClock,
  type LocalStack,
  MERCHANT,
  newPayer,
  openMeter,
  perform,
  START,
  startLocalStack,
} from '../local-stack.fixture.ts'
import { createChainClient } from '../transport/chain-client.ts'

let stack: LocalStack
afterEach(() => stack.remove())

const journal = () =>
  stack.storage.read(transaction => transaction.transactions.bySender(31_337, stack.operator.address, 0))

async function blockTimesOf(hashes: Hex[]): Promise<number[]> {
  const client = createChainClient(stack.embedded.rpc)
  const timeOf = async (hash: Hex) => {
    const { blockHash } = await getTransactionReceipt(client, { hash })
    return Number((await getBlock(client, { blockHash })).timestamp)
  }
  return Promise.all(hashes.map(timeOf))
}

test('puts the contracts at their addresses, through the journal, once', async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
  await stack.local.prepare()
  for (const address of [testAusdAddress, testEscrowAddress, liveEscrowAddress])
    expect(await stack.embedded.rpc.request({ method: 'eth_getCode', params: [address, 'latest'] })).not.toBe(
      '0x',
    )
  const rows = (await journal()).map(({ purpose, nonce, blockTimestamp }) => [purpose, nonce, blockTimestamp])
  expect(rows).toEqual([0, 1, 2].map(nonce => ['deploy', nonce, START]))
})

test('mints through the journal', async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
  const { address } = newPayer()
  const hash = await stack.local.mint(address, 123_456_789n)
  expect(await balanceOf(stack, address)).toBe(123_456_789n)
  expect((await journal()).at(-1)).toMatchObject({ hash, purpose: 'mint' })
})

test('gives the coin for gas when it is asked to, and with no AUSD', async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
  const { address } = newPayer()
  const coin = () => stack.embedded.rpc.request({ method: 'eth_getBalance', params: [address, 'latest'] })
  await stack.local.mint(address, 1n)
  expect(await coin()).toBe('0x0')
  await stack.local.giveCoin(address)
  expect(await coin()).toBe('0xde0b6b3a7640000')
})

// docs/money.md, rule 27
test.for([
  ['everything', ['state.json']],
  ['the last moments', []],
] as const)(
  'after a kill that lost %s, a replay gives the same hashes, times and balances',
  async ([, lost]) => {
    stack = await startLocalStack()
    await stack.local.prepare()
    const first = await openMeter(stack)
    stack.clock.moveTo(START + 90)
    await perform(stack, { kind: 'settle', terms: first.terms, toSecond: 60 })
    stack.clock.moveTo(START + 5_000)
    const second = await openMeter(stack)
    stack.clock.moveTo(START + 5_010)
    await perform(stack, { kind: 'close', terms: second.terms, toSecond: 3_600 })

    const accounts: Address[] = [MERCHANT, first.payer.address, second.payer.address, testEscrowAddress]
    const facts = async () => ({
      balances: await Promise.all(accounts.map(account => balanceOf(stack, account))),
      meters: await Promise.all([first, second].map(({ meterId }) => stack.test.meterState(meterId))),
      times: await blockTimesOf((await journal()).map(row => row.hash)),
      count: await stack.test.transactionCount(),
    })
    const before = await facts()
    expect(before.times).toEqual((await journal()).map(row => row.blockTimestamp))
    expect(before.balances).toEqual([69_300_000n, 0n, 990_000_000n, 940_000_000n])

    const rows = await journal()
    process.kill(stack.embedded.pid, 'SIGKILL')
    await stack.embedded.exited
    await stack.storage.close()
    for (const file of lost) rmSync(join(stack.dir, 'chain', file), { force: true })

    // The machine's clock went on in between, far beyond every recorded block.
    stack = await startLocalStack(stack.dir, createTestClock(START + 90_000))
    await stack.local.prepare()
    expect(await facts()).toEqual(before)
    expect(await journal()).toEqual(rows)
    expect((await stack.test.head()).timestamp).toBe(START + 90_000)
  },
)
