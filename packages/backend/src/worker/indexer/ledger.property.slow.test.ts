import { depositOfTerms } from '@per-second/protocol/terms'
import fc from 'fast-check'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { changeJobs } from '../../actions/meter/change-meter.ts'
import { localPolicy } from '../../domain/billing-policy.fixture.ts'
import type { Invoice, Subscription } from '../../domain/entities.ts'
import { createIds } from '../../domain/id.ts'
import { newJob } from '../../domain/meter/jobs.ts'
import { totalsAfter } from '../../domain/meter/ledger/totals-after.ts'
import { createMetrics } from '../../observability/metrics.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../storage/test-storage.fixture.ts'
import { forgetLogs } from '../forget-outdated.ts'
import { Indexer } from './indexer.ts'
import { aModelMeter, createModelChain, DEPTH, START } from './model-chain.fixture.ts'

const policy = localPolicy

const newId = createIds(() => START)
let storage: Storage
beforeAll(async () => {
  const opened = await openTestStorage()
  storage = opened.storage
  return opened.remove
})

/** One meter that runs, on a chain of its own, and a service that reads it. */
async function startWorld(reorgDepth: number) {
  const chain = createModelChain(newId('evt_'), reorgDepth)
  const meter = aModelMeter(chain, { id: newId('sub_'), customerId: newId('cus_') })
  const { meterId, id, customerId, terms } = meter
  await storage.unitOfWork(async tx => {
    const { merchantId, mode } = meter
    await tx.customers.insert({
      ...{ id: customerId, merchantId, mode, email: 'ada@example.com', walletAddress: '0x01' },
      ...{ walletKey: customerId, subscriptionCount: 1, totalSettled: 0n, created: START },
    })
    await tx.subscriptions.insert(meter)
  })
  const alarms = createMetrics()
  const start = () =>
    new Indexer({
      storage,
      newId,
      mode: meter.mode,
      chain: chain.port,
      metrics: alarms,
      ...{ clock: { now: chain.now }, log: pino({ level: 'silent' }) },
      policy,
      waits: { backoff: 0 },
    })
  let indexer = start()
  const look = async () => {
    const found = await indexer.poll()
    await indexer.caughtUp()
    return found
  }
  const books = () =>
    storage.read(async tx => {
      const subscription = (await tx.subscriptions.get(id)) as Subscription
      const told = (await tx.events.list(subscription, { limit: 100 }))?.data ?? []
      return {
        subscription,
        invoices: await tx.invoices.ofSubscription(subscription),
        log: await tx.escrowEvents.ofMeter(meterId),
        jobs: await tx.jobs.pendingOf([id]),
        customer: await tx.customers.get(customerId),
        announced: told
          .toReversed()
          .filter(({ type }) => type.startsWith('invoice.'))
          .map(({ type, data }) => ({ type, id: (data as { id: string }).id })),
      }
    })

  return {
    chain,
    meterId,
    terms,
    alarms,
    books,
    look,
    reread: () => indexer.reread(meterId),
    /** "Long ago" is so long ago that none of it may be orphaned, and a service deletes ended meters then. */
    age: async () => {
      for (let passed = 0; passed <= 2 * DEPTH; passed += 1) {
        chain.pass()
        await look()
      }
      const { mode } = meter
      await storage.unitOfWork(tx => forgetLogs(tx, { mode, chain: chain.port }, chain.now()))
    },
    /** The process dies and another takes over. */
    restart: () => {
      indexer = start()
    },
    /** The chain refuses to charge so many seconds more than there are invoices for. */
    refuse: async (seconds: number) => {
      const { subscription, jobs } = await books()
      // A meter whose opening was orphaned is asked for nothing.
      const waits = jobs.some(({ kind }) => kind === 'open')
      if (waits || subscription.endedAt !== null || subscription.closed) return
      await storage.unitOfWork(async tx => {
        const operation = { tx, now: chain.now(), newId, policy }
        const toSecond = Math.min(subscription.invoicedSeconds + seconds, terms.maxSeconds)
        const periodEnd = START + toSecond * 1_000
        const pending = jobs.find(({ kind }) => kind === 'settle')
        const job = pending ?? newJob(operation, subscription, { kind: 'settle', toSecond, periodEnd })
        if (!pending) await tx.jobs.insert(job)
        await changeJobs(operation, [job], ({ id: jobId }) => ({
          ...{ type: 'refused', jobId, hash: '', isReread: false },
        }))
      })
    },
  }
}

type World = Awaited<ReturnType<typeof startWorld>>

/** The invariants after every step, with any history. */
async function checkStep({ books, terms }: World, before: Invoice[]): Promise<Invoice[]> {
  const { subscription, invoices, announced, customer, log } = await books()
  const { billedSeconds, settledGross, settledFee, refunded, closed, loggedSeconds } = subscription
  expect({ gross: settledGross, fee: settledFee }).toEqual(sumOf(subscription, invoices, terms))
  expect(customer?.totalSettled).toBe(settledGross)
  expect(billedSeconds).toBeGreaterThanOrEqual(loggedSeconds)
  // Deposit = settled + refunded + held: all of it is held or settled until the escrow has ended the meter, and then nothing is held.
  const left = depositOfTerms(terms) - totalsAfter(terms, loggedSeconds).gross
  const hasEnded = log.some(({ kind }) => kind === 'closed' || kind === 'reclaimed')
  if (hasEnded) expect([closed, refunded]).toEqual([true, left])
  else if (!closed) expect(refunded).toBe(0n)
  expect(invoices.reduce((total, { seconds }) => total + seconds, 0)).toBe(subscription.invoicedSeconds)
  for (const { id, seconds, periodEnd, periodStart } of before) {
    const now = invoices.find(invoice => invoice.id === id)
    expect(now).toMatchObject({ periodStart, periodEnd })
    if (now?.seconds !== seconds) expect([closed, (now?.seconds as number) < seconds]).toEqual([true, true])
  }
  for (const { id, status } of invoices) {
    const said = announced.filter(event => event.id === id).map(({ type }) => type)
    expect(said.at(-1)).toBe(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed')
    expect(said.some((type, at) => type === said[at + 1])).toBe(false)
  }
  return invoices
}

/** The charged amount, and the amount that was announced as paid and is gone, computed again from the rows alone. */
function sumOf({ loggedSeconds }: Subscription, invoices: Invoice[], terms: Subscription['terms']) {
  let second = 0
  let { gross, fee } = totalsAfter(terms, loggedSeconds)
  for (const { seconds, status } of invoices) {
    const [from, to] = [Math.max(second, loggedSeconds), second + seconds]
    second = to
    if (status !== 'paid' || to <= from) continue
    gross += totalsAfter(terms, to).gross - totalsAfter(terms, from).gross
    fee += totalsAfter(terms, to).fee - totalsAfter(terms, from).fee
  }
  return { gross, fee }
}

/** The invariants once the service has seen everything: the books are the projection of the confirmed chain. */
async function checkRest({ chain, books, meterId }: World): Promise<void> {
  const { subscription, invoices, log, jobs } = await books()
  // A stranger may have any meter skipped, any number of times: that belongs to no log.
  const truth = chain.eventsOf(meterId).filter(({ kind }) => kind !== 'skipped')
  // A meter that has ended for good may be deleted, as a whole.
  const isForgotten = log.length === 0 && subscription.closed
  expect(log.map(({ kind, txHash, toSecond }) => [kind, txHash, toSecond])).toEqual(
    (isForgotten ? [] : truth).map(({ kind, txHash, toSecond }) => [kind, txHash, toSecond]),
  )
  const charges = truth.filter(({ kind }) => kind === 'settled')
  const ending = truth.find(({ kind }) => kind === 'closed' || kind === 'reclaimed')
  expect(subscription.loggedSeconds).toBe(charges.at(-1)?.toSecond ?? 0)
  let second = 0
  for (const { seconds, status, txHash } of invoices) {
    second += seconds
    const reached = charges.find(({ toSecond }) => toSecond >= second)
    if (seconds === 0) expect(status).toBe('paid')
    else if (reached) expect([status, txHash]).toEqual(['paid', reached.txHash])
    else if (ending) expect([ending.kind, status]).toEqual(['reclaimed', 'failed'])
  }
  expect(second).toBeGreaterThanOrEqual(subscription.loggedSeconds)
  const owes = invoices.some(({ status }) => status === 'failed')
  if (subscription.endedAt === null) expect(subscription.status).toBe(owes ? 'past_due' : 'running')
  if (ending) expect(subscription).toMatchObject({ closed: true, refunded: ending.refunded })
  const isOpened = truth.some(({ kind }) => kind === 'opened')
  // An owed opening is requested once.
  expect(jobs.filter(({ kind }) => kind === 'open')).toHaveLength(isOpened ? 0 : 1)
  if (isOpened && subscription.endedAt !== null)
    expect(jobs.filter(({ kind }) => kind === 'close')).toHaveLength(ending ? 0 : 1)
  if (isOpened && subscription.endedAt === null && subscription.invoicedSeconds > subscription.loggedSeconds)
    expect(jobs.filter(({ kind }) => kind === 'settle')).toHaveLength(1)
}

type Step =
  | { do: 'charge' | 'refuse'; seconds: number }
  | { do: 'recut'; blocks: number; seconds: number }
  | { do: 'drop'; blocks: number }
  | { do: 'look' | 'restart' | 'lie' | 'lag' | 'rebuild' | 'reread' | 'rereadSilent' }
  | { do: 'age' }
  | { do: 'pass' | 'stop' | 'close' | 'reclaim' | 'skip' | 'stranger' }

const seconds = fc.integer({ min: 1, max: 500 })
const blocks = fc.integer({ min: 1, max: DEPTH - 2 })
const stepOf = <T extends Step['do']>(...names: T[]) => fc.constantFrom(...names)
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: stepOf('charge'), seconds }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: stepOf('pass', 'look', 'restart', 'lie', 'lag', 'rebuild', 'reread', 'rereadSilent'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: stepOf('refuse'), seconds }) },
  { weight: 2, arbitrary: fc.record({ do: stepOf('drop'), blocks }) },
  { weight: 1, arbitrary: fc.record({ do: stepOf('recut'), blocks, seconds }) },
  { weight: 1, arbitrary: fc.record({ do: stepOf('age') }) },
  { weight: 1, arbitrary: fc.record({ do: stepOf('stop', 'close', 'reclaim', 'skip', 'stranger') }) },
)

async function act(world: World, step: Step): Promise<unknown> {
  const { chain, look } = world
  switch (step.do) {
    case 'charge':
      return chain.charge(step.seconds)
    case 'refuse':
      await look()
      return world.refuse(step.seconds)
    case 'drop':
      chain.drop(step.blocks)
      return look()
    case 'recut':
      chain.recut(step.blocks, step.seconds)
      return look()
    case 'reread':
      await look()
      // A chain that is shorter than its read blocks has not yet decided over the others.
      return world.reread().catch(error => expect(error).toMatchObject({ code: 'rejected' }))
    case 'rereadSilent': {
      await look()
      const before = await world.books()
      const isKnown = before.log.some(({ kind }) => kind === 'opened')
      const asked = chain.whileSilent(world.reread)
      // An event that an endpoint leaves out is not taken as gone.
      if (isKnown) await expect(asked).rejects.toMatchObject({ code: 'rejected' })
      else await asked.catch(error => expect(error).toMatchObject({ code: 'rejected' }))
      return expect(await world.books()).toEqual(before)
    }
    case 'rebuild':
      if (chain.port.isJournalled) chain.rebuild()
      return look()
    case 'lie':
      // A chain of our own does not lie.
      if (chain.port.isJournalled) return look()
      await chain.whileSilent(look)
      chain.pass()
      return look()
    case 'lag':
      return chain.whileLagging(look)
    case 'look':
      return look()
    case 'age':
      return world.age()
    case 'restart':
      return world.restart()
    default:
      return chain[step.do]()
  }
}

test('property: however blocks are orphaned, charges are cut and endpoints lag, the books are the log of the chain that counts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 25 }),
      fc.boolean(),
      async (history, isReal) => {
        const world = await startWorld(isReal ? DEPTH : Number.POSITIVE_INFINITY)
        await world.look()
        let invoices: Invoice[] = []
        for (const step of history) {
          await act(world, step)
          invoices = await checkStep(world, invoices)
        }
        world.chain.pass()
        await world.look()
        await checkStep(world, invoices)
        await checkRest(world)
        if (!history.some(step => step.do === 'lie'))
          expect(world.alarms.render()).not.toContain('alarm="log_differs"')
        // Looking again, as another process, changes nothing.
        const before = await world.books()
        world.restart()
        world.chain.pass()
        await world.look()
        expect(await world.books()).toEqual(before)
      },
    ),
    { numRuns: 100, seed: 11 },
  )
})
