import { join } from 'node:path'
import type { Hex } from '@per-second/protocol/types'
import { pino } from 'pino'
import { parseTransaction } from 'viem/utils'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ChainTransaction } from '../../domain/entities.ts'
import { createIds } from '../../domain/id.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../storage/test-storage.fixture.ts'
import { ChainError } from '../chain-error.ts'
import { loadOrCreateOperatorKey } from '../operator-key.ts'
import { createChainClient } from '../transport/chain-client.ts'
import { reprice } from './fees.ts'
import { createSender, type SenderChain } from './sender.ts'
import { signTransaction } from './transaction-signer.ts'

const OPERATOR = '0x00000000000000000000000000000000000000aa'
const CHAIN_ID = 31_337

let dir: string
let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  ;({ folder: dir, storage } = opened)
  return opened.remove
})

const journal = () => storage.read(transaction => transaction.transactions.bySender(CHAIN_ID, OPERATOR, 0))
const hashOf = (nonce: number): Hex => `0x${nonce.toString(16).padStart(64, '0')}`
const build = async (nonce: number) => ({
  hash: hashOf(nonce),
  raw: '0x02' as const,
  nonce,
  blockTimestamp: 5 + nonce,
})
const nothing = async () => {}

/** A chain whose sends can be watched and made to fail. */
function watchedChain() {
  const sent: { nonce: number; journalled: boolean }[] = []
  const state = { count: 0, lies: [] as number[], failure: null as ChainError | null }
  const chain: SenderChain = {
    transactionCount: async () => state.lies.shift() ?? state.count,
    send: async ({ hash }) => {
      const row = (await journal()).find(journalled => journalled.hash === hash)
      if (state.failure !== null) throw state.failure
      sent.push({ nonce: Number(hash), journalled: row !== undefined })
      state.count = Math.max(state.count, Number(hash) + 1)
    },
    reprice: async () => null,
  }
  return { chain, sent, state }
}

function senderOn(chain: SenderChain, replaceAfterMillis?: number) {
  const clock = { now: () => 1_000 }
  const newId = createIds(clock.now)
  return createSender({
    chain,
    storage,
    chainId: CHAIN_ID,
    operator: OPERATOR,
    newId,
    clock,
    log: pino({ level: 'silent' }),
    ...(replaceAfterMillis !== undefined && { replaceAfterMillis }),
  })
}

// docs/money.md, rules 27 and 29
test('nothing leaves before it is in the journal, and nonces follow each other', async () => {
  const { chain, sent } = watchedChain()
  const sender = senderOn(chain)
  const rows = await Promise.all(
    ['open', 'settle', 'close'].map(purpose => sender.submit(purpose, build, nothing)),
  )
  expect(sent).toEqual([0, 1, 2].map(nonce => ({ nonce, journalled: true })))
  const expected = ['open', 'settle', 'close'].map((purpose, nonce) => ({
    id: rows[nonce]?.id,
    chainId: CHAIN_ID,
    sender: OPERATOR,
    nonce,
    hash: hashOf(nonce),
    raw: '0x02',
    purpose,
    blockTimestamp: 5 + nonce,
    status: 'signed',
    includedIn: null,
    created: 1_000,
  }))
  expect(rows).toEqual(expected)
  expect(await journal()).toEqual(expected)
})

// docs/money.md, rule 27
test('the caller’s changes commit with the row, or neither does', async () => {
  const { chain, sent } = watchedChain()
  const sender = senderOn(chain)
  const note = (text: string) => (transaction: Parameters<Parameters<Storage['unitOfWork']>[0]>[0]) =>
    transaction.settings.set('note', text)
  await sender.submit('settle', build, note('first'))
  const refusal = sender.submit('settle', build, async transaction => {
    await note('second')(transaction)
    throw new Error('no')
  })
  await expect(refusal).rejects.toThrow('no')
  expect(await storage.read(transaction => transaction.settings.get('note'))).toBe('first')
  expect((await journal()).map(row => row.nonce)).toEqual([0])
  expect(sent).toHaveLength(1)
  expect((await sender.submit('settle', build, nothing)).nonce).toBe(1)
})

test('a failure to sign leaves nothing behind', async () => {
  const { chain, sent } = watchedChain()
  const failing = async () => {
    throw new ChainError('timeout', 'no fees to be had')
  }
  await expect(senderOn(chain).submit('settle', failing, nothing)).rejects.toMatchObject({ code: 'timeout' })
  expect(await journal()).toEqual([])
  expect(sent).toEqual([])
})

// docs/money.md, rule 29
test('a committed but unsent transaction is sent before the next one', async () => {
  const { chain, sent, state } = watchedChain()
  const sender = senderOn(chain)
  state.failure = new ChainError('unreachable', 'gone')
  const stranded = await sender.submit('open', build, nothing)
  expect(stranded).toMatchObject({ nonce: 0, status: 'signed' })
  await expect(sender.submit('settle', build, nothing)).rejects.toMatchObject({ code: 'unreachable' })
  expect(await journal()).toEqual([stranded])
  state.failure = null
  await sender.submit('settle', build, nothing)
  expect(sent.map(({ nonce }) => nonce)).toEqual([0, 1])
})

test('a new process that cannot send the transactions it found sends no others first', async () => {
  const { chain, sent, state } = watchedChain()
  state.failure = new ChainError('unreachable', 'gone')
  await senderOn(chain).submit('open', build, nothing)
  const next = senderOn(chain)
  await expect(next.recover()).rejects.toMatchObject({ code: 'unreachable' })
  state.failure = null
  await next.submit('settle', build, nothing)
  expect(sent.map(({ nonce }) => nonce)).toEqual([0, 1])
})

test('a new process sends uncounted transactions again, included or not, in order', async () => {
  const first = watchedChain()
  const sender = senderOn(first.chain)
  for (let count = 0; count < 4; count += 1) await sender.submit('settle', build, nothing)
  const [, , third] = await journal()
  await storage.unitOfWork(transaction =>
    transaction.transactions.update({ ...(third as ChainTransaction), status: 'included' }),
  )
  const second = watchedChain()
  second.state.count = 1
  expect(await senderOn(second.chain).recover()).toBe(3)
  expect(second.sent.map(({ nonce }) => nonce)).toEqual([1, 2, 3])
  expect(await senderOn(second.chain).recover()).toBe(0)
})

test('a nonce used by a foreign transaction marks the row replaced, and is left behind', async () => {
  const { chain, sent, state } = watchedChain()
  const sender = senderOn(chain)
  state.failure = new ChainError('nonce_taken', 'another one')
  expect(await sender.submit('settle', build, nothing)).toMatchObject({ nonce: 0 })
  expect((await journal()).map(row => row.status)).toEqual(['replaced'])
  // A foreign process with the key has used more than this nonce.
  Object.assign(state, { failure: null, count: 5 })
  expect((await sender.submit('settle', build, nothing)).nonce).toBe(5)
  expect(sent.map(({ nonce }) => nonce)).toEqual([5])
})

// docs/money.md, rule 29
test('error: one count that is too high makes no gap, whether there is a journal yet or not', async () => {
  const { chain, sent, state } = watchedChain()
  state.lies = [5_000]
  expect((await senderOn(chain).submit('open', build, nothing)).nonce).toBe(0)
  state.lies = [5_000]
  expect((await senderOn(chain).submit('settle', build, nothing)).nonce).toBe(1)
  expect(sent.map(({ nonce }) => nonce)).toEqual([0, 1])
})

test('error: one count that is too high leaves nothing behind that has to be sent again', async () => {
  const { chain, sent, state } = watchedChain()
  const sender = senderOn(chain)
  await sender.submit('open', build, nothing)
  Object.assign(state, { count: 0, lies: [5_000] })
  expect(await sender.recover()).toBe(1)
  expect((await sender.submit('settle', build, nothing)).nonce).toBe(1)
  expect(sent.map(({ nonce }) => nonce)).toEqual([0, 0, 1])
})

test('a transaction has a minute for a block before a higher price', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const reprice = vi.fn(async () => null)
  const sender = senderOn({ ...watchedChain().chain, transactionCount: async () => 0, reprice })
  await sender.submit('open', build, nothing)
  await sender.recover()
  vi.advanceTimersByTime(59_999)
  await sender.recover()
  expect(reprice).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await sender.recover()
  expect(reprice).toHaveBeenCalledOnce()
})

// docs/money.md, rule 29
test('a stuck transaction is signed again with its nonce and call at higher fees, in the journal before it is sent', async () => {
  const key = await loadOrCreateOperatorKey(join(dir, 'operator.json'))
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: { baseFeePerGas: '0x64' },
    eth_maxPriorityFeePerGas: '0x8',
    eth_getBalance: '0xde0b6b3a7640000',
  }
  const client = createChainClient({
    request: async <T>({ method }: { method: string }) => answers[method] as T,
  })
  const sent: [hash: Hex, inJournal: Hex[]][] = []
  const chain: SenderChain = {
    ...watchedChain().chain,
    send: async ({ hash }) => void sent.push([hash, (await journal()).map(row => row.hash)]),
    reprice: (offers, taken) =>
      reprice(client, { key, chainId: CHAIN_ID, maxFeePerGas: null }, { offers, taken }),
  }
  const sender = senderOn(chain, 0)
  const call = { to: OPERATOR, data: '0x5e77', gas: 90_000n } as const
  const sign = async (nonce: number) => {
    const fees = { maxFeePerGas: 208n, maxPriorityFeePerGas: 8n }
    const signed = await signTransaction(key, CHAIN_ID, { ...call, nonce, fees })
    return { ...signed, nonce, blockTimestamp: null }
  }
  const stuck = await sender.submit('settle', sign, nothing)
  // The first call begins the wait, which lasts 0 ms here.
  await sender.recover()
  await sender.recover()

  const rows = await journal()
  const replacement = rows.find(({ hash }) => hash !== stuck.hash) as ChainTransaction
  expect(rows.map(({ status }) => status)).toEqual(['replaced', 'signed'])
  expect(replacement).toEqual({
    ...stuck,
    ...{ id: replacement.id, hash: replacement.hash, raw: replacement.raw },
  })
  expect(parseTransaction(replacement.raw)).toMatchObject({
    ...{ ...call, nonce: 0, chainId: CHAIN_ID },
    ...{ maxFeePerGas: 234n, maxPriorityFeePerGas: 9n },
  })
  expect(sent).toEqual([
    [stuck.hash, [stuck.hash]],
    [stuck.hash, [stuck.hash]],
    [stuck.hash, [stuck.hash]],
    [replacement.hash, [stuck.hash, replacement.hash]],
  ])
})
