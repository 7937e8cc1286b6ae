import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import type { Hex } from '@per-second/protocol/types'
import { getBlock } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainEvent } from './chain.ts'
import { embeddedSenderChain } from './embedded/local-chain.ts'
import { createEscrowChain } from './escrow-chain.ts'
import {
  balanceOf,
  FEE_RECIPIENT,
  type LocalStack,
  makeTerms,
  meterIdOf,
  newPayer,
  openMeter,
  perform,
  sendAsPayer,
  signOpening,
  startLocalStack,
} from './local-stack.fixture.ts'
import { createChainClient } from './transport/chain-client.ts'

let stack: LocalStack
beforeAll(async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
})
afterAll(() => stack.remove())

const now = () => stack.embedded.now()
const forward = (seconds: number) => stack.clock.moveTo(now() + seconds)

const newestHash = async () => (await getBlock(createChainClient(stack.embedded.rpc))).hash

test('says which chain it is on, without asking it', () => {
  expect(createEscrowChain({ ...stack.parameters, embedded: null, rpcUrls: [] }).facts).toEqual({
    object: 'chain',
    chain_id: 31_337,
    name: 'Embedded chain',
    rpc_urls: [stack.embedded.rpcUrl],
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    block_explorer_url: null,
    token: { address: testAusdAddress, name: 'Agora Dollar', version: '1', symbol: 'AUSD', decimals: 6 },
    escrow: testEscrowAddress,
    escrow_salt: null,
    operator: stack.operator.address,
    fee_recipient: FEE_RECIPIENT,
    fee_bps: 100,
  })
})

/** An event's own fields, without its place. */
function said({ blockNumber: _, blockHash: __, txHash: ___, ...event }: ChainEvent) {
  return event
}

/** An event of a kind, as it is when it says nothing else. */
const an = (
  kind: ChainEvent['kind'],
  meterId: Hex,
  timestamp: number,
  terms: ChainEvent['terms'] = null,
) => ({
  ...{ kind, meterId, timestamp, logIndex: 0, terms },
  ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
})

test('a meter from its opening to its end', async () => {
  const merchant = newPayer().address
  const payer = newPayer()
  await stack.local.mint(payer.address, 1_000_000_000n)
  const terms = makeTerms(stack, payer.address, { merchant })
  const meterId = meterIdOf(terms)
  expect(await stack.test.meterState(meterId)).toEqual({ status: 'unknown' })

  const opened = await perform(stack, { kind: 'open', terms, signature: await signOpening(payer, terms) })
  const openedAt = now()
  expect(opened).toEqual({
    hash: opened.hash,
    status: 'success',
    blockNumber: opened.blockNumber,
    blockHash: await newestHash(),
    events: [
      {
        ...an('opened', meterId, openedAt, terms),
        ...{ blockNumber: opened.blockNumber, blockHash: opened.blockHash, txHash: opened.hash },
      },
    ],
  })
  expect(await balanceOf(stack, payer.address)).toBe(0n)
  const open = { status: 'open', openedAt, stoppedAt: null, billedSeconds: 0 }
  expect(await stack.test.meterState(meterId)).toEqual(open)

  forward(100)
  const settled = await perform(stack, { kind: 'settle', terms, toSecond: 60 })
  const later = openedAt + 100
  expect(settled.events.map(said)).toEqual([
    { ...an('settled', meterId, later), toSecond: 60, gross: 60_000_000n, fee: 600_000n },
  ])
  expect(await stack.test.meterState(meterId)).toEqual({ ...open, billedSeconds: 60 })

  const repeated = await perform(stack, { kind: 'settle', terms, toSecond: 60 })
  expect(repeated).toMatchObject({ status: 'success', events: [] })

  const closed = await perform(stack, { kind: 'close', terms, toSecond: 5_000 })
  expect(closed.events.map(said)).toEqual([
    { ...an('settled', meterId, later), fromSecond: 60, toSecond: 100, gross: 40_000_000n, fee: 400_000n },
    { ...an('closed', meterId, later), logIndex: 1, refunded: 900_000_000n },
  ])
  expect(await stack.test.meterState(meterId)).toEqual({ ...open, status: 'closed', billedSeconds: 100 })
  expect(await balanceOf(stack, payer.address)).toBe(900_000_000n)
  expect(await balanceOf(stack, merchant)).toBe(99_000_000n)
})

test('a batch settles the possible items and reports the others', async () => {
  const first = await openMeter(stack)
  const second = await openMeter(stack, { ratePerSecond: 277n * 10n ** 12n })
  const never = makeTerms(stack, newPayer().address)
  forward(10)
  const items = [first, { terms: never }, second].map(({ terms }) => ({ terms, toSecond: 10 }))
  const { status, events } = await perform(stack, { kind: 'settleBatch', items })
  expect(status).toBe('success')
  const settled = (meterId: Hex) => ({ ...an('settled', meterId, now()), toSecond: 10 })
  const { logIndex } = events[0] as ChainEvent
  expect(events.map(said)).toEqual([
    { ...settled(first.meterId), logIndex, gross: 10_000_000n, fee: 100_000n },
    { ...an('skipped', meterIdOf(never), now()), logIndex: logIndex + 1 },
    { ...settled(second.meterId), logIndex: expect.any(Number), gross: 2_770n, fee: 27n },
  ])
})

test('test and live keep their meters apart on one chain', async () => {
  const payer = newPayer()
  await stack.local.mint(payer.address, 1_000_000_000n)
  const terms = makeTerms(stack, payer.address)
  const location = { chainId: stack.live.facts.chain_id, escrow: stack.live.facts.escrow }
  const signature = await signOpening(payer, terms, location)
  expect(await stack.test.simulate({ kind: 'open', terms, signature })).toBe('signature_invalid')
  const { events } = await perform(stack, { kind: 'open', terms, signature }, stack.live)
  expect(events.map(said)).toEqual([an('opened', meterIdOf(terms, location), now(), terms)])
  expect(await stack.test.meterState(meterIdOf(terms))).toEqual({ status: 'unknown' })
})

// docs/money.md, rule 15
test('a block has the whole second of the clock, also while the clock stands, and never a later one', async () => {
  const newestTime = async () => (await stack.test.head()).timestamp
  const second = now() + 50
  stack.clock.moveTo(second + 0.9)
  const [first, next] = [await openMeter(stack), await openMeter(stack)]
  expect([first, next].map(({ receipt }) => receipt.events[0]?.timestamp)).toEqual([second, second])
  stack.clock.moveTo(second + 30.9)
  await stack.embedded.mine()
  expect(await newestTime()).toBe(second + 30)
  stack.clock.moveTo(second + 90.9)
  await stack.embedded.tick()
  expect(await newestTime()).toBe(second + 90)
})

test('a transaction that reverts has an outcome that says so', async () => {
  const terms = makeTerms(stack, newPayer().address)
  const { hash, events } = await perform(stack, { kind: 'settle', terms, toSecond: 1 })
  expect(events).toEqual([])
  expect(await stack.test.outcome(hash)).toBe('reverted')
})

// docs/money.md, rule 37
test('an outcome and the newest time wait for their confirmations', async () => {
  const patient = createEscrowChain({ ...stack.parameters, confirmations: 3 })
  const { hash } = (await openMeter(stack)).receipt
  const openedAt = now()
  expect(await patient.outcome(hash)).toBeNull()
  forward(7)
  await stack.embedded.mine()
  expect(await patient.outcome(hash)).toBeNull()
  await stack.embedded.mine()
  expect(await patient.outcome(hash)).toBe('success')
  expect((await patient.head()).timestamp).toBe(openedAt)
  expect((await stack.test.head()).timestamp).toBe(openedAt + 7)
  expect(await stack.test.outcome(`0x${'00'.repeat(32)}`)).toBeNull()
})

test('stops and reclaims by others are in the log, with their time and place', async () => {
  const { payer, terms, meterId, receipt } = await openMeter(stack)
  const from = receipt.blockNumber + 1
  const read = async () => {
    const head = await stack.test.head()
    const { events, last } = await stack.test.escrowEvents(from, head.number)
    expect(last).toEqual(head)
    const whole = await stack.test.meterLog(meterId, head.number)
    expect(whole.slice(1)).toEqual(events)
    expect(whole[0]?.kind).toBe('opened')
    expect(await stack.test.blockHash(head.number)).toBe(head.hash)
    return events
  }
  expect(await read()).toEqual([])
  const place = async () => ({
    blockNumber: Number(await stack.embedded.rpc.request<Hex>({ method: 'eth_blockNumber' })),
    blockHash: await newestHash(),
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })

  forward(30)
  await stack.embedded.tick()
  const stoppedAt = now()
  await sendAsPayer(stack, payer, 'stop', terms)
  const stopped = { ...an('stopped', meterId, stoppedAt), ...(await place()) }
  expect(await read()).toEqual([stopped])
  expect(await stack.test.meterState(meterId)).toMatchObject({ status: 'open', stoppedAt })

  forward(86_400)
  await stack.embedded.tick()
  await sendAsPayer(stack, payer, 'reclaim', terms)
  const reclaimed = {
    ...an('reclaimed', meterId, stoppedAt + 86_400),
    refunded: 1_000_000_000n,
    ...(await place()),
  }
  expect(await read()).toEqual([stopped, reclaimed])
  expect(await stack.test.meterState(meterId)).toMatchObject({
    status: 'closed',
    stoppedAt,
    billedSeconds: 0,
  })
  const first = await stack.test.firstBlockSince(stoppedAt + 86_400)
  expect(await stack.test.escrowEvents(first, first + 1)).toMatchObject({ events: [reclaimed] })
  expect(await stack.test.escrowEvents(from, first - 1)).toMatchObject({ events: [stopped] })
})

test('transactions are counted, and sending one again changes nothing', async () => {
  const { terms } = await openMeter(stack)
  const nonce = await stack.test.transactionCount()
  const signed = await stack.test.sign({ kind: 'close', terms, toSecond: 0 }, nonce)
  expect(signed).toEqual({ hash: signed.hash, raw: signed.raw, nonce, blockTimestamp: now() })
  expect(await stack.test.transactionCount()).toBe(nonce)
  const { send } = embeddedSenderChain(stack.embedded, stack.operator.address)
  await send(signed)
  await send(signed)
  expect(await stack.test.transactionCount()).toBe(nonce + 1)
  const rival = await stack.test.sign({ kind: 'settle', terms, toSecond: 1 }, nonce)
  await expect(send(rival)).rejects.toMatchObject({ name: 'ChainError', code: 'nonce_taken' })
})

test('a plain key, a delegated key and a contract are told apart', async () => {
  const delegated = newPayer().address
  await stack.embedded.rpc.request({
    method: 'anvil_setCode',
    params: [delegated, `0xef0100${testAusdAddress.slice(2)}`],
  })
  expect(await stack.test.accountKind(newPayer().address)).toBe('key')
  expect(await stack.test.accountKind(delegated)).toBe('delegated')
  expect(await stack.test.accountKind(testAusdAddress)).toBe('contract')
})
