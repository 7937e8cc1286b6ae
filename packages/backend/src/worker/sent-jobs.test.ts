import { keccak256, stringToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Chain, ChainEvent } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { perform } from '../chain/local-stack.fixture.ts'
import type { ChainJob, Invoice } from '../domain/entities.ts'
import type { Accepted } from './checkouts.fixture.ts'
import { SETTLE_EVERY_SECONDS, startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

let stack: WorkerStack
beforeEach(async () => {
  stack = await startWorkerStack()
})
afterEach(() => stack.remove())

const invoicesOf = ({ subscription }: Accepted): Promise<Invoice[]> =>
  stack.storage.read(tx => tx.invoices.ofSubscription(subscription))
const pendingOf = ({ subscription }: Accepted): Promise<ChainJob[]> =>
  stack.storage.read(tx => tx.jobs.pendingOf([subscription.id]))

/** An endpoint that leaves out the events of one kind. */
function without(kind: ChainEvent['kind']): Partial<Chain> {
  const { escrowEvents, meterLog } = stack.test
  const shown = (events: ChainEvent[]) => events.filter(event => event.kind !== kind)
  return {
    escrowEvents: async (from, to) => {
      const { events, last } = await escrowEvents(from, to)
      return { events: shown(events), last }
    },
    meterLog: async (...asked) => shown(await meterLog(...asked)),
  }
}

// docs/money.md, rule 30
describe('what is in a block and not in the log that an endpoint shows', () => {
  test('behaviour: a settlement waits for its event, and is not sent again', async () => {
    const checkout = await stack.running()
    stack.forward(SETTLE_EVERY_SECONDS)
    await stack.due()
    const before = (await stack.journal()).length
    const worker = stack.worker({ chain: without('settled') })
    await worker.drain()
    await worker.drain()
    expect((await stack.journal()).slice(before).map(({ purpose }) => purpose)).toEqual(['settle'])
    const [sent] = (await stack.journal()).slice(before)
    expect(await pendingOf(checkout)).toMatchObject([{ kind: 'settle', transactionId: sent?.id }])
    expect(await invoicesOf(checkout)).toEqual([])
  })

  test('behaviour: a closing waits for its event, and is not sent again', async () => {
    const checkout = await stack.running()
    stack.forward(SETTLE_EVERY_SECONDS)
    const id = await stack.cancel(checkout)
    const before = (await stack.journal()).length
    const worker = stack.worker({ chain: without('closed') })
    await worker.drain()
    await worker.drain()
    const sent = (await stack.journal()).slice(before)
    expect(sent.map(({ purpose }) => purpose)).toEqual(['close'])
    expect(await stack.job(id)).toMatchObject({ status: 'pending', transactionId: sent[0]?.id })
  })

  test('behaviour: an opening waits for its event, and is not sent again', async () => {
    const checkout = await stack.prepare()
    const id = await stack.accept(checkout)
    const before = (await stack.journal()).length
    const worker = stack.worker({ chain: without('opened') })
    await worker.drain()
    await worker.drain()
    const sent = (await stack.journal()).slice(before)
    expect(sent.map(({ purpose }) => purpose)).toEqual(['open'])
    expect(await stack.job(id)).toMatchObject({ status: 'pending', transactionId: sent[0]?.id })
    expect((await stack.stored(checkout)).subscription.openingTxHash).toBe(sent[0]?.hash)
  })

  test('behaviour: an opening that another transaction has made is read again, and reverts to no harm', async () => {
    const checkout = await stack.prepare()
    const { terms } = checkout.subscription
    await perform(stack, { kind: 'open', terms, signature: checkout.signature })
    await stack.accept(checkout)
    const { escrowEvents } = without('opened') as Pick<Chain, 'escrowEvents'>
    await stack.worker({ chain: { escrowEvents, simulate: async () => null } }).drain()
    expect((await stack.journal()).at(-1)).toMatchObject({ purpose: 'open', status: 'reverted' })
    const { session, subscription } = await stack.stored(checkout)
    expect([session.status, subscription.status]).toEqual(['complete', 'running'])
  })

  test('behaviour: the closing of a meter whose books wait for a person is done when its money has left', async () => {
    const checkout = await stack.running()
    stack.forward(SETTLE_EVERY_SECONDS)
    const id = await stack.cancel(checkout)
    const { subscription } = await stack.stored(checkout)
    await stack.inUnit(({ tx }) => tx.subscriptions.update({ ...subscription, logFaulty: true }))
    const before = (await stack.journal()).length
    const meterLog: Chain['meterLog'] = () => Promise.reject(new ChainError('unreachable', 'gone'))
    const worker = stack.worker({ chain: { ...without('closed'), meterLog } })
    await worker.drain()
    await worker.drain()
    expect((await stack.journal()).slice(before).map(({ purpose }) => purpose)).toEqual(['close'])
    expect(await stack.job(id)).toMatchObject({ status: 'done' })
  })
})

describe('refusals', () => {
  // docs/money.md, rule 23
  test('behaviour: a settlement that reverted on chain leaves a failed invoice with its transaction', async () => {
    const checkout = await stack.running()
    stack.forward(SETTLE_EVERY_SECONDS)
    await stack.due()
    const unknown = { ...checkout.subscription.terms, salt: keccak256(stringToHex('unknown')) }
    // The escrow refuses what it was asked by the time of the block.
    const sign: Chain['sign'] = (call, nonce) =>
      stack.test.sign(call.kind === 'settle' ? { ...call, terms: unknown } : call, nonce)
    await stack.worker({ chain: { sign } }).drain()
    const [reverted] = (await stack.journal()).slice(-1)
    expect(reverted).toMatchObject({ purpose: 'settle', status: 'reverted' })
    expect(await invoicesOf(checkout)).toMatchObject([
      { status: 'failed', gross: 100_000_000n, fee: 0n, net: 0n, txHash: reverted?.hash },
    ])
  })

  // docs/money.md, rule 23
  test('behaviour: a settlement of a meter that the escrow has closed is no refusal', async () => {
    const checkout = await stack.running()
    stack.forward(SETTLE_EVERY_SECONDS)
    await stack.due()
    await stack.embedded.mine()
    await perform(stack, { kind: 'close', terms: checkout.subscription.terms, toSecond: 60 })
    await stack.worker().drain()
    expect((await invoicesOf(checkout)).map(({ status, gross }) => [status, gross])).toEqual([
      ['paid', 60_000_000n],
    ])
    const scope = { merchantId: checkout.subscription.merchantId, mode: 'test' } as const
    const told = await stack.storage.read(tx => tx.events.list(scope, { limit: 100 }))
    expect(told?.data.map(({ type }) => type)).not.toContain('invoice.payment_failed')
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      closed: true,
      refunded: 940_000_000n,
    })
  })

  // docs/money.md, rule 38
  test.each([
    ['insufficient_funds', { status: 'running' }],
    ['too_late', { status: 'canceled', cancelReason: 'opening_lost' }],
  ] as const)(
    'behaviour: an announced opening that was orphaned and is refused as %s is tried again until it is too late',
    async (failure, left) => {
      const checkout = await stack.running()
      const { id, meterId } = checkout.subscription
      const opening = await stack.inUnit(async ({ tx }) => {
        const log = await tx.escrowEvents.ofMeter(meterId)
        await tx.escrowEvents.remove(log.map(event => event.id))
        const job: ChainJob = {
          ...{ id: stack.newId('req_'), mode: 'test', kind: 'open', subscriptionId: id, toSecond: 0 },
          ...{ operator: checkout.subscription.operator, periodEnd: stack.clock.now(), status: 'pending' },
          ...{ transactionId: null, attempts: 0, failure: null, notBefore: 0, traceparent: null, created: 0 },
        }
        await tx.jobs.insert(job)
        return job
      })
      await stack.worker({ chain: { simulate: async () => failure } }).drain()
      expect((await stack.stored(checkout)).subscription).toMatchObject(left)
      expect((await stack.job(opening.id))?.status).toBe(left.status === 'running' ? 'pending' : 'failed')
    },
  )
})

test('behaviour: an opening waits for its wallet, and is judged again when the wallet has come', async () => {
  const checkout = await stack.prepare()
  const id = await stack.accept(checkout, `0x${'11'.repeat(32)}${'6492'.repeat(16)}`)
  const before = (await stack.journal()).length
  let [isThere, asked] = [false, 0]
  const chain: Partial<Chain> = {
    simulate: async () => (isThere ? 'signature_invalid' : null),
    deployWallet: async () => {
      asked += 1
      // It comes between the two looks.
      if (asked === 1) return 'waiting'
      isThere = true
      return null
    },
  }
  const worker = stack.worker({ chain })
  await worker.drain()
  expect([asked, await stack.job(id)]).toMatchObject([1, { status: 'pending', transactionId: null }])
  await worker.drain()
  expect(await stack.job(id)).toMatchObject({ status: 'failed', failure: 'signature_invalid' })
  expect(await stack.journal()).toHaveLength(before)
})
