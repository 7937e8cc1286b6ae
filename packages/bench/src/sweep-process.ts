import { randomBytes } from 'node:crypto'
import type { Hex } from '@per-second/protocol/types'
import { bookLog } from '../../backend/src/actions/meter/book-log.ts'
import { localPolicy } from '../../backend/src/domain/billing-policy.fixture.ts'
import type { EscrowEvent, Subscription } from '../../backend/src/domain/entities.ts'
import { createIds } from '../../backend/src/domain/id.ts'
import { totalsAfter } from '../../backend/src/domain/meter/ledger/totals-after.ts'
import { openSqliteStorage } from '../../backend/src/storage/sqlite/sqlite-storage.ts'
import type { Transaction } from '../../backend/src/storage/storage.ts'
import { runDue } from '../../backend/src/worker/run-due.ts'

/**
 * A process of its own that settles everything that is due in a database: the service's rules from the due date to the jobs, and from
 * what the escrow would say of them to the invoices, a hundred meters at a time. There is no chain in between.
 *
 * Says in one line of JSON what it has used: microseconds of processor time, and megabytes of resident memory at most.
 */
const [path = '', instant = '', operator = ''] = process.argv.slice(2)
const now = Number(instant)
const BATCH = 100

const newId = createIds(() => now)
const storage = await openSqliteStorage(path)
const before = process.cpuUsage()
await runDue({ storage, clock: { now: () => now }, newId, policy: localPolicy })
let invoices = 0
for (let settled = BATCH; settled === BATCH; invoices += settled) settled = await storage.unitOfWork(settle)
const { user, system } = process.cpuUsage(before)
await storage.close()
const megabytes = (process.resourceUsage().maxRSS * 1_024) / 1e6
process.stdout.write(`${JSON.stringify({ micros: user + system, megabytes, invoices })}\n`)

async function settle(tx: Transaction): Promise<number> {
  const asked = { mode: 'test', operator: operator as `0x${string}`, kind: 'settle', now } as const
  const jobs = await tx.jobs.ready({ ...asked, limit: BATCH, first: 'oldest' })
  const meters = await tx.subscriptions.getMany(jobs.map(({ subscriptionId }) => subscriptionId))
  const endpoints = await tx.webhookEndpoints.allOfMany(meters)
  const txHash = hash()
  const fresh = new Map<Hex, EscrowEvent[]>()
  for (const [logIndex, job] of jobs.entries()) {
    const meter = meters.find(({ id }) => id === job.subscriptionId) as Subscription
    const total = totalsAfter(meter.terms, job.toSecond)
    const event = {
      ...{ id: `${txHash}:${logIndex}`, source: 'bench', meterId: meter.meterId, kind: 'settled' as const },
      ...{ blockNumber: 1, logIndex, timestamp: Math.floor(now / 1_000), txHash },
      ...{ fromSecond: 0, toSecond: job.toSecond, ...total, refunded: 0n },
    }
    await tx.escrowEvents.insert(event)
    fresh.set(meter.meterId, [event])
  }
  const operation = { tx, now, newId, policy: localPolicy, endpoints }
  const { faults } = await bookLog(operation, meters, { fresh, orphaned: [], isReread: false })
  for (const fault of faults.values()) throw new Error(fault)
  return jobs.length
}

function hash(): Hex {
  return `0x${randomBytes(32).toString('hex')}`
}
