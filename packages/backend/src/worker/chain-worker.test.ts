import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expireOnRequest } from '../actions/sessions.ts'
import type { Chain } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { balanceOf, perform } from '../chain/local-stack.fixture.ts'
import type { SenderChain } from '../chain/sender/sender.ts'
import type { ChainJob, ChainTransaction } from '../domain/entities.ts'
import { sessionStatus } from '../domain/session-status.ts'
import { SETTLE_EVERY_SECONDS, startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

let stack: WorkerStack
beforeAll(async () => {
  stack = await startWorkerStack()
})
afterAll(() => stack.remove())
afterEach(() => vi.restoreAllMocks())

const nowSeconds = () => Math.floor(stack.clock.now() / 1000)
const unreachable = async () => {
  throw new ChainError('unreachable', 'gone')
}

/** Real time, by which the worker waits for the chain, goes on by so many milliseconds and then stands. */
function passTime(millis: number): void {
  const later = performance.now() + millis
  vi.spyOn(performance, 'now').mockReturnValue(later)
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    error => error.code,
  )

/** A session whose opening has failed. Its merchant had fixed the maximum duration. */
const RELEASED = {
  status: 'open',
  customerId: null,
  subscriptionId: null,
  maxDurationSeconds: 1000,
}

describe('a chain in trouble', () => {
  // On a machine that is busy the waits between two tries would be over within a test.
  beforeEach(() => passTime(0))

  // docs/money.md, rule 31
  test('behaviour: fails nothing, is not asked without end, and holds up no other mode', async () => {
    const [held, other] = [await stack.prepare('test'), await stack.prepare('live')]
    const [heldJob, otherJob] = [await stack.accept(held), await stack.accept(other)]
    const simulate = vi.fn(unreachable)
    const worker = stack.worker({ chain: { simulate } })
    for (let time = 0; time < 20; time += 1) await worker.drain()
    expect(simulate).toHaveBeenCalledTimes(1)
    expect(await stack.job(heldJob)).toMatchObject({ status: 'pending', attempts: 0, failure: null })
    expect(await stack.job(otherJob)).toMatchObject({ status: 'done', failure: null })
    await stack.worker().drain()
    expect((await stack.stored(held)).subscription.status).toBe('running')
  })

  // docs/money.md, rule 27
  test('behaviour: a committed but unsent transaction is sent again, the same bytes', async () => {
    const checkout = await stack.prepare()
    const job = await stack.accept(checkout)
    const before = (await stack.journal()).length
    let down = true
    const worker = stack.worker({
      sending: { send: async transaction => (down ? unreachable() : stack.send(transaction)) },
    })
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'pending', transactionId: expect.any(String) })
    down = false
    passTime(1_000)
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'done' })
    expect(await stack.journal()).toHaveLength(before + 1)
  })

  test('behaviour: when a foreign transaction used the nonce, the work is signed again', async () => {
    const checkout = await stack.prepare()
    const job = await stack.accept(checkout)
    let taken = true
    const worker = stack.worker({
      sending: {
        send: async transaction => {
          if (!taken) return stack.send(transaction)
          taken = false
          // The nonce is used up by a transaction of another program with the operator's key.
          await stack.embedded.rpc.request({
            method: 'anvil_setNonce',
            params: [stack.operator.address, `0x${((await stack.test.transactionCount()) + 1).toString(16)}`],
          })
          throw new ChainError('nonce_taken', 'another one')
        },
      },
    })
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'done' })
    expect((await stack.journal()).slice(-2).map(row => row.status)).toEqual(['replaced', 'included'])
  })
})

describe('an opening in flight', () => {
  test('behaviour: that was not sent in time is not sent at all', async () => {
    const checkout = await stack.prepare()
    const job = await stack.accept(checkout)
    const before = (await stack.journal()).length
    stack.forward(900)
    await stack.worker().drain()
    expect(await stack.job(job)).toMatchObject({ status: 'failed', failure: 'signature_invalid' })
    expect(await stack.journal()).toHaveLength(before)
    const { session, subscription } = await stack.stored(checkout)
    expect(session).toMatchObject(RELEASED)
    expect(subscription).toMatchObject({ status: 'incomplete_expired', signature: null, openingTxHash: null })
  })

  test('behaviour: that reverts releases the session, and counts against its payer', async () => {
    const checkout = await stack.prepare()
    await stack.accept(checkout, `0x${'11'.repeat(65)}`)
    await stack.worker({ chain: { simulate: async () => null } }).drain()
    const { session, subscription } = await stack.stored(checkout)
    expect(session).toMatchObject(RELEASED)
    expect(subscription).toMatchObject({
      ...{ status: 'incomplete_expired', signature: null, openingTxHash: null, openingsFailed: 1 },
    })
  })

  // docs/money.md, rule 29
  test('behaviour: that was signed twice ends as the one in the block did, whichever was signed last', async () => {
    const checkout = await stack.prepare()
    const before = (await stack.journal()).length
    const send: SenderChain['send'] = async transaction => {
      await stack.send(transaction)
      const [sent] = (await stack.journal()).slice(-1) as [ChainTransaction]
      const dearer = { ...sent, id: stack.newId('txn_'), hash: `0x${'ab'.repeat(32)}` as const }
      await stack.storage.unitOfWork(async tx => tx.transactions.insert(dearer))
    }
    await stack.accept(checkout, `0x${'11'.repeat(65)}`)
    await stack.worker({ chain: { simulate: async () => null }, sending: { send } }).drain()
    const rows = (await stack.journal()).slice(before)
    expect(rows.map(({ hash, status }) => [hash === `0x${'ab'.repeat(32)}`, status])).toEqual([
      [false, 'reverted'],
      [true, 'replaced'],
    ])
    expect((await stack.stored(checkout)).session).toMatchObject(RELEASED)
  })

  test.each([
    ['signature_invalid', 1],
    ['insufficient_funds', 1],
    ['wallet_undeployable', 1],
    ['too_late', 0],
    ['token_paused', 0],
    ['payer_frozen', 0],
    ['wallet_unknown', 0],
    ['deployer_poor', 0],
    ['reverted', 0],
  ] as const)(
    'behaviour: that is refused as %s counts %i times against its payer',
    async (failure, openingsFailed) => {
      const checkout = await stack.prepare()
      await stack.accept(checkout)
      await stack.worker({ chain: { simulate: async () => failure } }).drain()
      expect((await stack.stored(checkout)).subscription).toMatchObject({
        status: 'incomplete_expired',
        openingsFailed,
      })
    },
  )

  test('behaviour: that is on chain already is believed', async () => {
    const checkout = await stack.prepare()
    const { terms } = checkout.subscription
    await perform(stack, { kind: 'open', terms, signature: checkout.signature })
    await stack.accept(checkout)
    await stack.worker().drain()
    const { session, subscription } = await stack.stored(checkout)
    expect([session.status, subscription.status]).toEqual(['complete', 'running'])
  })

  // docs/money.md, rule 34
  test('behaviour: without a waiting page it is closed at 0 seconds, and its deposit returned', async () => {
    const checkout = await stack.prepare()
    await stack.accept(checkout)
    await stack.worker({ chain: { simulate: async () => 'reverted' } }).drain()
    const given = await stack.stored(checkout)
    expect(given.subscription.status).toBe('incomplete_expired')
    const { terms, meterId } = checkout.subscription
    const before = await balanceOf(stack, checkout.payer.address)
    await perform(stack, { kind: 'open', terms, signature: checkout.signature })
    const worker = stack.worker()
    await worker.indexers[0]?.poll()
    await worker.drain()
    expect(await stack.test.meterState(meterId)).toMatchObject({ status: 'closed', billedSeconds: 0 })
    expect(await balanceOf(stack, checkout.payer.address)).toBe(before)
    expect(await stack.stored(checkout)).toEqual({
      session: given.session,
      subscription: { ...given.subscription, closed: true, refunded: before },
    })
  })
})

describe('settlements', () => {
  // docs/money.md, rule 14
  test('behaviour: a last one waits for a block late enough, and after 15 s takes the charge that the chain grants', async () => {
    const [patient, hasty] = [await stack.running(), await stack.running()]
    stack.forward(50)
    let blockTime = nowSeconds() - 1
    const worker = stack.worker({ chain: { nextTimestamp: async () => blockTime } })
    const job = await stack.cancel(patient)
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'pending', transactionId: null })
    blockTime += 1
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'done' })
    expect((await stack.stored(patient)).subscription).toMatchObject({ billedSeconds: 50, closed: true })

    blockTime -= 1
    const second = await stack.cancel(hasty)
    await worker.drain()
    passTime(15_000)
    await worker.drain()
    expect(await stack.job(second)).toMatchObject({ status: 'done' })
  })

  // docs/money.md, rule 21
  test('behaviour: a last one charges no seconds after an unconfirmed stop in place of paused ones, and never more than it was to', async () => {
    const [paused, lost] = [await stack.running(), await stack.running()]
    await stack.inUnit(({ tx }) => tx.subscriptions.update({ ...paused.subscription, pausedMillis: 30_000 }))
    stack.forward(100)
    const jobs = [await stack.cancel(paused), await stack.cancel(lost)] as const
    // The closing of a lost opening that came after all.
    await stack.inUnit(async ({ tx }) => {
      const job = (await tx.jobs.get(jobs[1])) as ChainJob
      await tx.jobs.update({ ...job, toSecond: 0 })
    })
    const meterState: Chain['meterState'] = async id => {
      const state = await stack.test.meterState(id)
      return state.status === 'open' ? { ...state, stoppedAt: state.openedAt + 80 } : state
    }
    const worker = stack.worker({ chain: { meterState } })
    await worker.drain()
    const billed = [paused, lost].map(async meter => (await stack.stored(meter)).subscription)
    expect(await Promise.all(billed)).toMatchObject([
      { closed: true, settledGross: 50_000_000n, refunded: 950_000_000n },
      { closed: true, settledGross: 0n, refunded: 1_000_000_000n },
    ])
  })

  // docs/money.md, rule 38
  test('behaviour: while the block of its opening is orphaned, a meter’s settlements are not asked for', async () => {
    const checkout = await stack.running()
    const { id } = checkout.subscription
    stack.forward(SETTLE_EVERY_SECONDS)
    await stack.due()
    const [settlement] = (await stack.storage.read(tx => tx.jobs.pendingOf([id]))) as [ChainJob]
    const opening: ChainJob = { ...settlement, id: stack.newId('req_'), kind: 'open', toSecond: 0 }
    const later = stack.clock.now() + 1_000
    await stack.inUnit(({ tx }) => tx.jobs.insert({ ...opening, notBefore: later }))
    // Without its opening the escrow refuses all calls for a meter.
    await stack.worker({ chain: { simulate: async () => 'reverted' } }).drain()
    expect(await stack.job(settlement.id)).toEqual(settlement)
    expect((await stack.stored(checkout)).subscription.status).toBe('running')

    await stack.inUnit(({ tx }) => tx.jobs.update({ ...opening, status: 'done' }))
    await stack.worker().drain()
    expect((await stack.stored(checkout)).subscription).toMatchObject({ billedSeconds: 100 })
  })
})

// Last, because its transaction leaves a gap in the nonces.
describe('an opening that never arrives', () => {
  // docs/money.md, rule 34
  test('behaviour: fixes session and terms until it is too late for every block, then lets them go', async () => {
    const checkout = await stack.prepare()
    const job = await stack.accept(checkout)
    let blockTime = nowSeconds()
    let isKnown = true
    const { head } = stack.test
    const lost: Partial<Chain> = {
      outcome: async () => null,
      meterState: async () =>
        isKnown
          ? { status: 'open', openedAt: blockTime, stoppedAt: null, billedSeconds: 0 }
          : { status: 'unknown' },
      head: async () => ({ ...(await head()), timestamp: blockTime }),
    }
    const worker = stack.worker({ chain: lost, sending: { send: async () => {} } })
    await worker.drain()

    const { session } = await stack.stored(checkout)
    const late = session.expiresAt + 1
    expect(sessionStatus(session, late)).toBe('open')
    expect(await stack.storage.read(tx => tx.sessions.expired(late, 100))).not.toContainEqual(session)
    expect(await codeOf(stack.prepareAgain({ ...checkout, session }))).toBe('checkout_session_not_open')
    expect(await codeOf(stack.inUnit(operation => expireOnRequest(operation, session)))).toBe(
      'checkout_session_not_open',
    )

    blockTime = checkout.subscription.terms.openBy - 1
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'pending' })
    blockTime += 1
    // It is in a block that does not count yet.
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'pending' })
    isKnown = false
    await worker.drain()
    expect(await stack.job(job)).toMatchObject({ status: 'failed', failure: 'chain_unavailable' })
    const released = await stack.stored(checkout)
    expect(released.session.subscriptionId).toBeNull()
    expect(sessionStatus(released.session, late)).toBe('expired')
    expect(released.subscription).toMatchObject({
      status: 'incomplete_expired',
      signature: null,
      openingsFailed: 0,
    })
  })
})
