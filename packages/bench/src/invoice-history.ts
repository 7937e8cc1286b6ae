import { randomBytes } from 'node:crypto'
import { depositOfTerms } from '@per-second/protocol/terms'
import { bookLog } from '../../backend/src/actions/meter/book-log.ts'
import { changeMeter } from '../../backend/src/actions/meter/change-meter.ts'
import type { BillingOperation } from '../../backend/src/actions/operation.ts'
import { recordEvent } from '../../backend/src/actions/record-event.ts'
import { encodeCall } from '../../backend/src/chain/calls/encode-call.ts'
import type { EscrowCall } from '../../backend/src/chain/chain.ts'
import { localPolicy } from '../../backend/src/domain/billing-policy.fixture.ts'
import type {
  ChainJob,
  CheckoutSession,
  EscrowEvent,
  Product,
  Subscription,
} from '../../backend/src/domain/entities.ts'
import { createIds } from '../../backend/src/domain/id.ts'
import { newJob } from '../../backend/src/domain/meter/jobs.ts'
import { ledgerSource } from '../../backend/src/domain/meter/ledger/ledger-source.ts'
import { totalsAfter } from '../../backend/src/domain/meter/ledger/totals-after.ts'
import { presentSubscription } from '../../backend/src/presenters/present-subscription.ts'
import { aMerchant, aProduct, aSession, aSubscription } from '../../backend/src/storage/entities.fixture.ts'
import type { Storage, Transaction } from '../../backend/src/storage/storage.ts'
import type { ChainOfMode } from '../../backend/src/worker/forget-final.ts'
import { recordFate } from '../../backend/src/worker/indexer/follow-journal.ts'

const START = 1_800_000_000_000
const HOUR_SECONDS = 3_600
const BLOCK_SECONDS = 12
/** Settlements in one transaction: what falls due within a few seconds of a service with some thousand meters. */
const BATCH = 10
const CHAIN_ID = 43_113
const OPERATOR = `0x${'0b'.repeat(20)}` as const

/** The chain that it is on, as a service knows it. */
export const HISTORY_CHAIN: ChainOfMode = {
  mode: 'test',
  chain: {
    facts: { chain_id: CHAIN_ID, escrow: `0x${'0e'.repeat(20)}`, operator: OPERATOR },
    reorgDepth: 64,
  },
}
const HISTORY_SOURCE = ledgerSource(HISTORY_CHAIN.mode, HISTORY_CHAIN.chain.facts)

type World = { product: Product; meters: Subscription[]; nonce: number }

/**
 * What a service writes while meters are opened, settled every hour, and closed: the rows of its own rules, with what a real chain
 * would have said in between. As many meters run at any time; each lasts `hours`.
 */
export async function startInvoiceHistory(storage: Storage, size: { meters: number; hours: number }) {
  let now = START
  const newId = createIds(() => now)
  const world = await begin(storage)
  let invoices = 0
  const unit = (work: (operation: BillingOperation) => Promise<void>) =>
    storage.unitOfWork(tx => work({ tx, now, newId, policy: localPolicy }))
  const block = () => Math.floor((now - START) / 1_000 / BLOCK_SECONDS)

  const rowOf = (
    { meterId }: Subscription,
    txHash: EscrowEvent['txHash'],
    logIndex: number,
    event: Partial<EscrowEvent>,
  ): EscrowEvent => ({
    ...{
      id: `${hash()}:${logIndex}`,
      source: HISTORY_SOURCE,
      meterId,
      kind: 'settled',
      blockNumber: block(),
    },
    ...{ logIndex, timestamp: Math.floor(now / 1_000), txHash },
    ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
    ...event,
  })

  /** Signs one call for these jobs, and commits it with them. @returns its hash */
  const journal = async ({ tx }: BillingOperation, call: EscrowCall, jobs: readonly ChainJob[]) => {
    const transaction = {
      ...{ id: newId('txn_'), chainId: CHAIN_ID, sender: OPERATOR, nonce: world.nonce, hash: hash() },
      // A signature, fees and nonce besides.
      raw: `${encodeCall(call)}${randomBytes(115).toString('hex')}` as const,
      ...{ purpose: call.kind, blockTimestamp: null, status: 'signed' as const, created: now },
      includedIn: null,
    }
    world.nonce += 1
    await tx.transactions.insert(transaction)
    for (const job of jobs) await tx.jobs.update({ ...job, transactionId: transaction.id })
    return transaction.hash
  }
  const include = async ({ tx }: BillingOperation, txHash: EscrowEvent['txHash']) => {
    for (const found of await tx.transactions.byHashes([txHash]))
      await recordFate(tx, found, 'included', block())
  }
  const book = async (
    operation: BillingOperation,
    meters: readonly Subscription[],
    events: EscrowEvent[],
  ) => {
    const fresh = Map.groupBy(events, ({ meterId }) => meterId)
    const { faults } = await bookLog(operation, meters, { fresh, orphaned: [], isReread: false })
    for (const fault of faults.values()) throw new Error(fault)
  }

  const open = () =>
    unit(async operation => {
      const { tx } = operation
      const { product } = world
      const customerId = newId('cus_')
      const payer = `0x${randomBytes(20).toString('hex')}` as const
      const session: CheckoutSession = aSession(product, { id: newId('cs_'), customerId, created: now })
      const made = aSubscription(product, {
        ...{ id: newId('sub_'), customerId, sessionId: session.id, created: now, startedAt: now },
        ...{
          maxDurationSeconds: size.hours * HOUR_SECONDS,
          signature: `0x${randomBytes(65).toString('hex')}`,
        },
      })
      const addresses = {
        payer,
        merchant: OPERATOR,
        operator: OPERATOR,
        token: OPERATOR,
        feeRecipient: OPERATOR,
      }
      const terms = { ...made.terms, ...addresses, maxSeconds: size.hours * HOUR_SECONDS }
      const meter: Subscription = { ...made, terms, operator: OPERATOR, openingTxHash: hash() }
      const scope = { merchantId: meter.merchantId, mode: meter.mode }
      await tx.customers.insert({
        ...{ id: customerId, ...scope, email: 'ada@example.com', walletAddress: payer, walletKey: payer },
        ...{ subscriptionCount: 1, totalSettled: 0n, created: now },
      })
      await tx.sessions.insert({ ...session, status: 'complete', subscriptionId: meter.id })
      await tx.subscriptions.insert(meter)
      for (const type of [
        'subscription.prepared',
        'subscription.started',
        'checkout.session.completed',
      ] as const)
        await recordEvent(operation, scope, type, presentSubscription(meter, now))
      const job = newJob(operation, meter, { kind: 'open', toSecond: 0, periodEnd: now })
      await tx.jobs.insert(job)
      const call = { kind: 'open', terms, signature: meter.signature as `0x${string}` } as const
      const txHash = await journal(operation, call, [{ ...job, status: 'done' }])
      await tx.escrowEvents.insert(rowOf(meter, txHash, 0, { kind: 'opened' }))
      await include(operation, txHash)
      world.meters.push(meter)
    })

  const close = (meter: Subscription) =>
    unit(async operation => {
      const { tx } = operation
      const current = (await tx.subscriptions.get(meter.id)) as Subscription
      const { after } = await changeMeter(operation, current, { type: 'due' })
      const [job] = after.jobs as [ChainJob]
      const ended = after.subscription
      const { terms, loggedSeconds } = ended
      const txHash = await journal(operation, { kind: 'close', terms, toSecond: job.toSecond }, [job])
      const [from, total] = [totalsAfter(terms, loggedSeconds), totalsAfter(terms, terms.maxSeconds)]
      const events: EscrowEvent[] = []
      if (loggedSeconds < terms.maxSeconds) {
        const range = { fromSecond: loggedSeconds, toSecond: terms.maxSeconds }
        events.push(
          rowOf(meter, txHash, 0, { ...range, gross: total.gross - from.gross, fee: total.fee - from.fee }),
        )
        invoices += 1
      }
      events.push(rowOf(meter, txHash, 1, { kind: 'closed', refunded: depositOfTerms(terms) - total.gross }))
      for (const event of events) await tx.escrowEvents.insert(event)
      await include(operation, txHash)
      await book(operation, [(await tx.subscriptions.get(meter.id)) as Subscription], events)
    })

  const settle = async () => {
    const sent: { hash: EscrowEvent['txHash']; meters: { meter: Subscription; toSecond: number }[] }[] = []
    await unit(async operation => {
      const meters = await operation.tx.subscriptions.getMany(world.meters.map(({ id }) => id))
      const due = meters.map(meter => ({ meter, toSecond: secondsOf(meter, now) }))
      for (let at = 0; at < due.length; at += BATCH) {
        const items = due.slice(at, at + BATCH)
        const jobs = items.map(({ meter, toSecond }) =>
          newJob(operation, meter, { kind: 'settle', toSecond, periodEnd: now }),
        )
        for (const job of jobs) await operation.tx.jobs.insert(job)
        const calls = items.map(({ meter: { terms }, toSecond }) => ({ terms, toSecond }))
        sent.push({
          hash: await journal(operation, { kind: 'settleBatch', items: calls }, jobs),
          meters: items,
        })
      }
    })
    now += BLOCK_SECONDS * 1_000
    await unit(async given => {
      const { tx } = given
      const meters = await tx.subscriptions.getMany(world.meters.map(({ id }) => id))
      const operation = { ...given, endpoints: await tx.webhookEndpoints.allOfMany(meters) }
      const events: EscrowEvent[] = []
      for (const { hash: txHash, meters } of sent) {
        await include(operation, txHash)
        for (const [index, { meter, toSecond }] of meters.entries()) {
          const [from, to] = [
            totalsAfter(meter.terms, meter.loggedSeconds),
            totalsAfter(meter.terms, toSecond),
          ]
          const event = rowOf(meter, txHash, index, {
            ...{ fromSecond: meter.loggedSeconds, toSecond },
            ...{ gross: to.gross - from.gross, fee: to.fee - from.fee },
          })
          await operation.tx.escrowEvents.insert(event)
          events.push(event)
          invoices += 1
        }
      }
      await book(operation, meters, events)
      await rememberBlock(operation.tx, block())
    })
  }

  const deliver = () =>
    unit(async ({ tx }) => {
      const request = { now, realNow: now, limit: 10_000, to: { except: [] } }
      for (const delivery of await tx.deliveries.due(request)) {
        const claimed = { ...delivery, claimedUntil: now }
        const done = { status: 'delivered', attempts: 1, lastStatus: 200, dueAt: null } as const
        await tx.deliveries.update({ ...claimed, ...done })
      }
    })

  return {
    clock: { now: () => now },
    invoices: () => invoices,
    /** An hour passes over all of them; those whose time is over close, and as many open. */
    hour: async () => {
      const opening = Math.ceil(size.meters / size.hours)
      for (let opened = 0; opened < opening && world.meters.length < size.meters; opened += 1) await open()
      now += (HOUR_SECONDS - BLOCK_SECONDS) * 1_000
      await settle()
      const isOver = ({ created }: Subscription) => now - created >= size.hours * HOUR_SECONDS * 1_000
      const over = world.meters.filter(isOver)
      world.meters = world.meters.filter(meter => !over.includes(meter))
      for (const meter of over) await close(meter)
      await deliver()
    },
  }
}

async function begin(storage: Storage): Promise<World> {
  const merchant = aMerchant()
  const product = aProduct({ merchantId: merchant.id })
  await storage.unitOfWork(async tx => {
    await tx.merchants.insert(merchant)
    await tx.products.insert(product)
    await tx.webhookEndpoints.insert({
      ...{ id: `we_${'0'.repeat(38)}`, merchantId: merchant.id, mode: product.mode },
      ...{ url: 'https://shop.example/webhooks', events: null, status: 'enabled', secrets: [] },
      ...{ silences: 0, restsUntil: null, lastSuccessAt: null, created: START },
    })
  })
  return { product, meters: [], nonce: 0 }
}

async function rememberBlock(tx: Transaction, number: number): Promise<void> {
  const id = `${HISTORY_SOURCE}:${number}`
  await tx.indexedBlocks.keepBetween(HISTORY_SOURCE, number - 64, number - 1)
  await tx.indexedBlocks.insert({ id, source: HISTORY_SOURCE, number, hash: hash() })
}

function secondsOf({ startedAt, maxDurationSeconds }: Subscription, now: number): number {
  return Math.min(Math.floor((now - (startedAt ?? now)) / 1_000), maxDurationSeconds)
}

function hash(): `0x${string}` {
  return `0x${randomBytes(32).toString('hex')}`
}
