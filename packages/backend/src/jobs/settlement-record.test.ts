import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dueInBaseUnits } from '@per-second/protocol/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MeterState } from '../chain/chain.ts'
import { aMeter } from '../domain/a-meter.fixture.ts'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import { createIds } from '../domain/id.ts'
import type { Operation } from '../domain/operation.ts'
import { openSqliteStorage } from '../storage/sqlite-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { type FoundEvent, recordRefusal, recordSettlement } from './settlement-record.ts'

const START = 1_800_000_000_000
const SETTLE_EVERY = 3_600
const FEE_BPS = 100n
/** 33 1/3 base units a second, nearly: every second rounds, and so does its fee. */
const RATE = 33_333_333_333_333n

const newId = createIds(() => START)
let folder: string
let storage: Storage
let events = 0
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'per-second-books-'))
  storage = await openSqliteStorage(join(folder, 'billing.sqlite'))
})
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true })
})

const due = (seconds: number, rate = RATE) => dueInBaseUnits(rate, seconds)
const fee = (seconds: number, rate = RATE) => (due(seconds, rate) * FEE_BPS) / 10_000n

/** What the escrow says of a charge: floors on totals (docs/money.md, rule 7). */
function charge({ digest, terms }: Subscription, fromSecond: number, toSecond: number): FoundEvent {
  events += 1
  const rate = terms.ratePerSecond
  return {
    hash: `0x${events.toString(16).padStart(64, '0')}`,
    event: {
      ...{ type: 'settled', logIndex: events % 7, digest, fromSecond, toSecond },
      gross: due(toSecond, rate) - due(fromSecond, rate),
      fee: fee(toSecond, rate) - fee(fromSecond, rate),
    },
  }
}

/** Charges from the first of these seconds to the last, one for each step. */
const charges = (meter: Subscription, [first, ...ends]: number[]): FoundEvent[] => {
  let from = first as number
  return ends.map(to => {
    const found = charge(meter, from, to)
    from = to
    return found
  })
}

/** A running meter that nothing was charged for. */
async function newMeter(rate = RATE) {
  const [id, customerId] = [newId('sub_'), newId('cus_')]
  events += 1
  const digest = `0x${events.toString(16).padStart(64, 'd')}` as const
  const meter = { ...aMeter({ rate, maxSeconds: 86_400, startedAt: START }), id, customerId, digest }
  await storage.unitOfWork(async tx => {
    await tx.customers.insert({
      ...{ id: customerId, merchantId: meter.merchantId, mode: meter.mode, email: 'ada@example.com' },
      ...{
        walletAddress: '0x01',
        walletKey: customerId,
        subscriptionCount: 1,
        totalSettled: 0n,
        created: START,
      },
    })
    await tx.subscriptions.insert(meter)
  })
  const aJob = async (toSecond: number, kind: ChainJob['kind'] = 'settle') => {
    const job: ChainJob = {
      ...{ id: newId('job_'), mode: meter.mode, kind, subscriptionId: id, digest, terms: meter.terms },
      ...{ signature: null, toSecond, periodEnd: START + toSecond * 1_000, status: 'pending' },
      ...{
        transactionId: null,
        attempts: 0,
        failure: null,
        invoiceIds: [],
        notBefore: START,
        created: START,
      },
    }
    await storage.unitOfWork(tx => tx.jobs.insert(job))
    return job.id
  }
  const onJob = <T>(jobId: string, work: (operation: Operation, job: ChainJob) => Promise<T>) =>
    storage.unitOfWork(async tx =>
      work({ tx, now: START + 1, newId }, (await tx.jobs.get(jobId)) as ChainJob),
    )
  return {
    meter,
    aJob,
    settle: (jobId: string, found: FoundEvent[]) =>
      onJob(jobId, (operation, job) => recordSettlement(operation, job, found, SETTLE_EVERY)),
    refuse: (jobId: string, state: MeterState | null = null) =>
      onJob(jobId, (operation, job) => recordRefusal(operation, job, '', state)),
    /** Its block has vanished: the job is open again, and its log indices are free. */
    vanish: (jobId: string) =>
      onJob(jobId, async ({ tx }, job) => {
        await tx.jobs.update({ ...job, status: 'pending' })
        for (const invoiceId of job.invoiceIds) {
          const invoice = (await tx.invoices.get(invoiceId)) as Invoice
          if (invoice.status === 'paid') await tx.invoices.update({ ...invoice, logIndex: null })
        }
      }),
    books: () =>
      storage.read(async tx => {
        const subscription = (await tx.subscriptions.get(id)) as Subscription
        const page = await tx.invoices.list(subscription, { limit: 100 }, { subscription: id })
        const invoices = (page?.data ?? []).toReversed()
        const told = (await tx.events.list(subscription, { limit: 100 }))?.data ?? []
        const announced = told
          .toReversed()
          .filter(({ type }) => type.startsWith('invoice.'))
          .map(({ type, data }) => ({ type, id: (data as { id: string }).id }))
          .filter(({ id: invoiceId }) => invoices.some(invoice => invoice.id === invoiceId))
        const customer = await tx.customers.get(customerId)
        return { subscription, invoices, announced, customer, job: (jobId: string) => tx.jobs.get(jobId) }
      }),
  }
}

const PER_SECOND = 100n * 10n ** 12n
const shown = (invoices: Invoice[]) =>
  invoices.map(({ seconds, gross, status }) => ({ seconds, gross, status }))
const paid = (seconds: number) => ({ seconds, gross: BigInt(seconds) * 100n, status: 'paid' })

test.each([
  ['a settlement that came in two', [0, 118, 120], []],
  ['a settlement that came in three', [60, 90, 100, 120], [0, 60]],
])('%s is an invoice each, and nothing of it is lost', async (_, found, before) => {
  const { meter, aJob, settle, books } = await newMeter(PER_SECOND)
  if (before.length > 0) await settle(await aJob(60), charges(meter, before))
  const job = await aJob(120)
  expect(await settle(job, charges(meter, found))).toBe(true)
  const { subscription, invoices, customer, announced } = await books()
  const all = [...before, ...found.slice(before.length > 0 ? 1 : 0)]
  expect(shown(invoices)).toEqual(all.slice(1).map((end, index) => paid(end - (all[index] as number))))
  expect(announced.map(({ type }) => type)).toEqual(invoices.map(() => 'invoice.paid'))
  expect(subscription).toMatchObject({ billedSeconds: 120, settledGross: 12_000n, settledFee: 120n })
  expect(customer?.totalSettled).toBe(12_000n)
})

test.each(['failed', 'vanished'])('so it is when the job had a %s invoice', async state => {
  const { meter, aJob, settle, refuse, vanish, books } = await newMeter(PER_SECOND)
  const job = await aJob(120)
  if (state === 'failed') await refuse(job)
  else {
    await settle(job, charges(meter, [0, 120]))
    await vanish(job)
  }
  expect(await settle(job, charges(meter, [0, 118, 120]))).toBe(true)
  const { subscription, invoices, customer } = await books()
  expect(shown(invoices)).toEqual([paid(118), paid(2)])
  expect(subscription).toMatchObject({ status: 'running', billedSeconds: 120, settledGross: 12_000n })
  expect(customer?.totalSettled).toBe(12_000n)
})

test('all of them follow the job when their blocks vanish once more', async () => {
  const { meter, aJob, settle, vanish, books } = await newMeter(PER_SECOND)
  const job = await aJob(120)
  await settle(job, charges(meter, [0, 118, 120]))
  await vanish(job)
  const [again] = charges(meter, [0, 120])
  expect(await settle(job, [again as FoundEvent])).toBe(true)
  const { subscription, invoices, announced } = await books()
  expect(shown(invoices)).toEqual([paid(118), paid(2)])
  expect(invoices.map(({ txHash, logIndex }) => [txHash, logIndex])).toEqual([
    [again?.hash, null],
    [again?.hash, again?.event.logIndex],
  ])
  expect(announced).toHaveLength(2)
  expect(subscription).toMatchObject({ billedSeconds: 120, settledGross: 12_000n, settledFee: 120n })
})

test('events that do not go on where the books end are left alone until they do', async () => {
  const { meter, aJob, settle, vanish, books } = await newMeter(PER_SECOND)
  const [first, second] = [await aJob(60), await aJob(120)]
  await settle(first, charges(meter, [0, 60]))
  await settle(second, charges(meter, [60, 120]))
  // The first one's block is known to have vanished, the second one's not yet.
  await vanish(first)
  const before = await books()
  const again = charges(meter, [0, 60, 120])
  expect(await settle(first, again.slice(0, 1))).toBe(false)
  const after = await books()
  expect([after.subscription, after.invoices, after.announced]).toEqual([
    before.subscription,
    before.invoices,
    before.announced,
  ])
  await vanish(second)
  expect(await settle(first, again.slice(0, 1))).toBe(true)
  expect(await settle(second, again)).toBe(true)
  const { subscription, invoices, announced } = await books()
  expect(shown(invoices)).toEqual([paid(60), paid(60)])
  expect(invoices.map(({ txHash }) => txHash)).toEqual(again.map(({ hash }) => hash))
  expect(announced.map(({ type }) => type)).toEqual(['invoice.paid', 'invoice.paid'])
  expect(subscription).toMatchObject({ billedSeconds: 120, settledGross: 12_000n })
})

test('a reclaim found among the events closes the books', async () => {
  const { meter, aJob, settle, books } = await newMeter(PER_SECOND)
  const job = await aJob(60, 'close')
  const reclaimed = { logIndex: 1, digest: meter.digest, type: 'reclaimed', refunded: 77n } as const
  await settle(job, [...charges(meter, [0, 60]), { hash: '0x0f', event: reclaimed }])
  expect((await books()).subscription).toMatchObject({ closed: true, refunded: 77n, settledGross: 6_000n })
})

test('a refused closing of a meter that was reclaimed is over, and takes nothing back', async () => {
  const { meter, aJob, settle, refuse, books } = await newMeter(PER_SECOND)
  await settle(await aJob(60), charges(meter, [0, 60]))
  const closing = await aJob(90, 'close')
  const closed = { ...(await books()).subscription, closed: true, refunded: 5n }
  await storage.unitOfWork(tx => tx.subscriptions.update(closed))
  await refuse(closing, { status: 'closed', openedAt: 0, stoppedAt: null, billedSeconds: 60 })
  const { subscription, invoices } = await books()
  expect([subscription, shown(invoices)]).toEqual([closed, [paid(60)]])
  expect(await storage.read(tx => tx.jobs.get(closing))).toMatchObject({ status: 'done', attempts: 0 })
})

test('property: however blocks vanish and charges are cut, the books are the escrow’s', async () => {
  const cut = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 })
  const fate = fc.constantFrom('new', 'failed', 'vanished')
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        settled: fc.boolean(),
        fates: fc.tuple(fate, fate),
        first: cut,
        second: cut,
        anew: cut,
        share: fc.nat(5),
      }),
      async ({ settled, fates, first, second, anew, share }) => {
        const { meter, aJob, settle, refuse, vanish, books } = await newMeter()
        const sorted = (ends: number[]) => ends.toSorted((a, b) => a - b)
        const start = settled ? 50 : 0
        if (settled) await settle(await aJob(50), charges(meter, [0, 50]))
        let end = start
        const jobs: string[] = []
        for (const [index, ends] of [first, second].entries()) {
          const seconds = [end, ...sorted(ends).map(length => end + length)]
          const last = seconds.at(-1) as number
          const job = await aJob(last)
          jobs.push(job)
          if (fates[index] === 'failed') await refuse(job)
          if (fates[index] === 'vanished') {
            await settle(job, charges(meter, seconds))
            end = last
          }
        }
        for (const [index, job] of jobs.entries()) if (fates[index] === 'vanished') await vanish(job)
        const truth = charges(meter, [start, ...sorted(anew).map(length => start + length)])
        const [one, two] = jobs as [string, string]
        expect(await settle(one, truth.slice(0, share))).toBe(true)
        expect(await settle(two, truth)).toBe(true)

        const total = start + Math.max(...anew)
        const { subscription, invoices, customer, announced } = await books()
        expect([subscription.billedSeconds, subscription.settledGross, subscription.settledFee]).toEqual([
          total,
          due(total),
          fee(total),
        ])
        expect(customer?.totalSettled).toBe(due(total))
        const done = invoices.filter(({ status }) => status === 'paid')
        const sum = (of: (invoice: Invoice) => bigint) => done.reduce((all, invoice) => all + of(invoice), 0n)
        expect(done.reduce((all, { seconds }) => all + seconds, 0)).toBe(total)
        expect([sum(({ gross }) => gross), sum(invoice => invoice.fee)]).toEqual([due(total), fee(total)])
        for (const { gross, fee: part, net } of done) {
          expect(net).toBe(gross - part)
          // Its own share of the fee, up to what rounding moves between neighbours.
          const moved = part - (gross * FEE_BPS) / 10_000n
          expect(moved >= -2n && moved <= 2n).toBe(true)
        }
        for (const { hash, event } of truth) {
          const paying = done.filter(({ txHash, logIndex }) => txHash === hash && logIndex === event.logIndex)
          expect(paying).toHaveLength(1)
        }
        // What was said last of an invoice is what it is, and nothing is said twice in a row.
        for (const { id, status } of invoices) {
          const said = announced.filter(event => event.id === id).map(({ type }) => type)
          expect(said.at(-1)).toBe(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed')
          expect(said.some((type, at) => type === said[at + 1])).toBe(false)
        }
        const owes = invoices.some(({ status }) => status === 'failed')
        expect(subscription.status).toBe(owes ? 'past_due' : 'running')
      },
    ),
    { numRuns: 200, seed: 7 },
  )
})
