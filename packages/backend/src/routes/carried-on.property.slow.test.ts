import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handIn, openSession, prepare } from '../../test/client-scenario.ts'
import { OPENING_HASH, startTestService, type TestService } from '../../test/test-service.ts'
import { bookLog, changeJobs, changeMeter } from '../actions/meter/change-meter.ts'
import type { BillingOperation } from '../actions/operation.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import type { EscrowEvent, Subscription } from '../domain/entities.ts'
import { elapsedSeconds } from '../domain/meter/clock.ts'

const MAX_SECONDS = 3_600
const MINUTES = 60_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  // Openings are booked by the acts below.
  service.deps.worker.waitFor = async () => false
})
afterAll(() => service.close())

/** The time that a meter has to count, from the accepted acts alone. */
class Truth {
  readonly runs: { from: number; to: number }[] = []
  ends: number[] = []
  stoppedAt: number | null = null

  get startedAt(): number | null {
    return this.runs[0]?.from ?? null
  }

  runsFrom(now: number): void {
    this.runs.push({ from: now, to: Number.POSITIVE_INFINITY })
  }

  pauses(now: number): void {
    const last = this.runs.at(-1)
    if (last) last.to = now
  }

  /** The first of its maximum, a stop, a cancel and the start of the meter that replaces it. */
  endBy(now: number): number | null {
    let left = MAX_SECONDS * 1_000
    const ends = [...this.ends, ...(this.stoppedAt === null ? [] : [this.stoppedAt])]
    for (const { from, to } of this.runs) {
      if (from + left <= to) {
        ends.push(from + left)
        break
      }
      left -= to - from
    }
    const first = Math.min(...ends)
    return first <= now ? first : null
  }

  secondsBy(now: number): number {
    const until = this.endBy(now) ?? now
    const millis = this.runs.reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - Math.min(from, until)),
      0,
    )
    return Math.floor(millis / 1_000)
  }
}

type Prepared = { draft: string; subscription_id: string }
type Meter = { id: string | null; truth: Truth; isOpened: boolean; isLost: boolean; events: EscrowEvent[] }
const aMeter = (): Meter => ({
  ...{ id: null, truth: new Truth(), isOpened: false, isLost: false, events: [] },
})

const ACTS = [
  ...(['accept', 'open', 'start', 'orphan the opening', 'lose the opening'] as const),
  ...(['pause', 'resume', 'cancel', 'stop', 'orphan the stop', 'due'] as const),
]
type Act = { act: (typeof ACTS)[number]; isNew: boolean; isKilled: boolean; wait: number }
const anAct = (act: fc.Arbitrary<Act['act']>, longest: number): fc.Arbitrary<Act> =>
  fc.record({
    act,
    isNew: fc.boolean(),
    isKilled: fc.boolean(),
    wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: longest })),
  })
/** The way over the seam, with any acts between its steps. A draft is accepted within 15 minutes. */
const acts = fc
  .tuple(
    ...(['accept', 'open', 'start', 'due'] as const).flatMap((step, place) => [
      fc.array(anAct(fc.constantFrom(...ACTS), place === 0 ? MINUTES : 30 * MINUTES), { maxLength: 7 }),
      anAct(fc.constant(step), MINUTES).map(each => [each]),
    ]),
  )
  .map(parts => parts.flat())

// docs/money.md, rule 80
test('behaviour: two meters count each second once over the seam, in any order of acts and kills', async () => {
  let seams = 0
  const sequence = fc.asyncProperty(fc.constantFrom('checkout', 'merchant'), acts, async (mode, all) => {
    const { clock, storage, deps } = service
    const first = await openSession(service, { allow_pause: true })
    const second = await openSession(service, { allow_pause: true, start_mode: mode })
    const [old, next] = [aMeter(), aMeter()]
    const rowOf = ({ id }: Pick<Meter, 'id'>) =>
      storage.read(async tx => (id === null ? null : tx.subscriptions.get(id)))

    /** One unit of work. A killed process leaves none of it, and does it again after its restart. */
    const unit = async (isKilled: boolean, work: (operation: BillingOperation) => Promise<void>) => {
      const run = (isLast: boolean) =>
        storage.unitOfWork(async tx => {
          await work({ tx, now: clock.now(), newId: deps.newId, policy: localPolicy })
          if (!isLast) throw new Error('killed')
        })
      if (isKilled) await expect(run(false)).rejects.toThrow('killed')
      await run(true)
    }
    const events = (meter: Meter, kind: EscrowEvent['kind']) =>
      meter.events.filter(event => event.kind === kind)
    const reads = async (
      meter: Meter,
      isKilled: boolean,
      change: { add?: EscrowEvent; remove?: EscrowEvent[] },
    ) => {
      await unit(isKilled, async operation => {
        const { tx } = operation
        const row = (await tx.subscriptions.get(meter.id as string)) as Subscription
        for (const { id } of change.remove ?? []) await tx.escrowEvents.remove([id])
        if (change.add) await tx.escrowEvents.insert(change.add)
        const fresh = new Map(change.add ? [[row.meterId, [change.add]]] : [])
        const isReread = change.remove !== undefined
        await bookLog(operation, [row], { fresh, orphaned: [], isReread })
      })
      const left = meter.events.filter(event => !change.remove?.includes(event))
      meter.events = change.add ? [...left, change.add] : left
    }
    const anEvent = async (meter: Meter, kind: EscrowEvent['kind']): Promise<EscrowEvent> => {
      const { meterId, terms } = (await rowOf(meter)) as Subscription
      const timestamp = Math.floor(clock.now() / 1_000)
      return {
        ...{ id: deps.newId('evt_'), source: 'test', meterId, kind, blockNumber: timestamp, logIndex: 0 },
        timestamp: kind === 'opened' ? Math.min(timestamp, terms.openBy - 1) : timestamp,
        txHash: OPENING_HASH,
        ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
      }
    }
    const begins = () => {
      next.truth.runsFrom(clock.now())
      old.truth.ends.push(clock.now())
      seams += 1
    }
    const opens = async (meter: Meter, isKilled: boolean) => {
      if (meter.id === null || meter.isLost || events(meter, 'opened').length > 0) return
      const isFirst = !meter.isOpened
      await reads(meter, isKilled, { add: await anEvent(meter, 'opened') })
      meter.isOpened = true
      if (isFirst && meter === old) meter.truth.runsFrom(clock.now())
      else if (isFirst && mode === 'checkout') begins()
    }
    const requested = async (meter: Meter, action: string) =>
      (await service.request('POST', `/v1/subscriptions/${meter.id}/${action}`, { body: {} })).status === 200

    const accepts = async (meter: Meter, session: string, { draft, subscription_id: id }: Prepared) => {
      await handIn(service, session, draft)
      if ((await rowOf({ id })) !== null) meter.id = id
    }
    await accepts(old, first, (await prepare(service, first)).json)
    await opens(old, false)
    const { json: prepared } = await prepare(service, second, { replaces: first })

    for (const { act, isNew, isKilled, wait } of all) {
      const isWhole = act === 'stop'
      clock.moveTo(isWhole ? Math.ceil((clock.now() + wait) / 1_000) * 1_000 : clock.now() + wait)
      const now = clock.now()
      const meter = isNew ? next : old
      const isHere = meter.isOpened && !meter.isLost
      switch (act) {
        case 'accept':
          await accepts(next, second, prepared)
          break
        case 'open':
          await opens(next, isKilled)
          break
        case 'start':
          if (mode === 'merchant' && next.isOpened && (await requested(next, 'start'))) begins()
          break
        case 'orphan the opening':
          if (next.isLost || events(next, 'opened').length === 0) break
          await reads(next, isKilled, { remove: next.events })
          next.truth.stoppedAt = null
          break
        case 'lose the opening': {
          if (!next.isOpened || next.isLost || events(next, 'opened').length > 0) break
          await unit(isKilled, async operation => {
            const pending = await operation.tx.jobs.pendingOf([next.id as string])
            const jobs = pending.filter(({ kind }) => kind === 'open')
            expect(jobs).toHaveLength(1)
            await changeJobs(operation, jobs, ({ id: jobId }) => ({ type: 'openingLost', jobId }))
          })
          next.isLost = true
          break
        }
        case 'pause':
          if (isHere && (await requested(meter, 'pause'))) meter.truth.pauses(now)
          break
        case 'resume':
          if (isHere && (await requested(meter, 'resume'))) meter.truth.runsFrom(now)
          break
        case 'cancel':
          if (isHere && (await requested(meter, 'cancel'))) meter.truth.ends.push(now)
          break
        case 'stop':
          if (!isHere || events(meter, 'opened').length === 0 || events(meter, 'stopped').length > 0) break
          await reads(meter, isKilled, { add: await anEvent(meter, 'stopped') })
          meter.truth.stoppedAt = now
          break
        case 'orphan the stop':
          if (!isHere || events(meter, 'opened').length === 0) break
          await reads(meter, isKilled, { remove: events(meter, 'stopped') })
          meter.truth.stoppedAt = null
          break
        case 'due':
          if (!isHere) break
          await unit(isKilled, async operation => {
            const row = (await operation.tx.subscriptions.get(meter.id as string)) as Subscription
            await changeMeter(operation, row, { type: 'due' })
          })
      }
      // Once the new meter has begun, the old one is over for good.
      if (next.truth.startedAt !== null) expect(['canceled', 'ended']).toContain((await rowOf(old))?.status)
    }

    await opens(next, false)
    const now = clock.now()
    for (const meter of [old, next]) {
      if (!meter.isOpened || meter.isLost) continue
      await unit(false, async operation => {
        const row = (await operation.tx.subscriptions.get(meter.id as string)) as Subscription
        await changeMeter(operation, row, { type: 'due' })
      })
      const row = (await rowOf(meter)) as Subscription
      expect({
        startedAt: row.startedAt,
        endedAt: row.endedAt,
        seconds: elapsedSeconds(row, now),
        later: row.endedAt === null ? null : elapsedSeconds(row, now + 60 * MINUTES),
      }).toEqual({
        startedAt: meter.truth.startedAt,
        endedAt: meter.truth.endBy(now),
        seconds: meter.truth.secondsBy(now),
        later: row.endedAt === null ? null : meter.truth.secondsBy(now),
      })
      const pending = await storage.read(tx => tx.jobs.pendingOf([row.id]))
      const closing = pending.filter(({ kind }) => kind === 'close').map(({ toSecond }) => toSecond)
      expect(closing).toEqual(row.endedAt === null ? [] : [meter.truth.secondsBy(now)])
    }
    expect((await rowOf(old))?.replacedBy ?? null).toBe(next.truth.startedAt === null ? null : next.id)
  })
  // Shrinking outlasts the time of a test, whose failure is then a time-out without the acts.
  await fc.assert(sequence, { numRuns: 120, endOnFailure: true })
  expect(seams).toBeGreaterThan(30)
})
