import type { UnixMillis } from '@per-second/protocol/time'
import { MODES } from '../domain/entities.ts'
import type { Leadership } from '../domain/leadership.ts'
import type { Backlog, OperatorWaiting, Storage, Waiting } from '../storage/storage.ts'
import { renderGauge } from './metrics.ts'

export type WorkGaugeSources = {
  storage: Storage
  leadership: Leadership
  clock: { now: () => UnixMillis }
}

type Found = { backlog: Backlog; due: UnixMillis | null; leaseAge: number | null }

/**
 * The waiting work of the database, its age, and the process that does it. While the database does not respond, it
 * reports only that.
 */
export async function renderWorkGauges({ storage, leadership, clock }: WorkGaugeSources): Promise<string> {
  const now = clock.now()
  const found = await readWork(storage, leadership, now).catch(() => null)
  const stages = found ? MODES.flatMap(mode => stagesOf(mode, found.backlog)) : []
  const age = ({ since }: Pick<Waiting, 'since'>) => (since === null ? 0 : Math.max(now - since, 0) / 1_000)
  const total = (waiting: readonly OperatorWaiting[]) => waiting.reduce((sum, { count }) => sum + count, 0)
  const deliveries = found ? [found.backlog.deliveries] : []
  return [
    renderGauge('billing_database_up', 'Whether the database answers.', [[{}, found ? 1 : 0]]),
    renderGauge('billing_leader', 'Whether this process does the work of the database.', [
      [{}, leadership.isLeader() ? 1 : 0],
    ]),
    renderGauge(
      'billing_lease_age_seconds',
      'Since when the process that does the work was not heard of; absent where there is only one.',
      typeof found?.leaseAge === 'number' ? [[{}, found.leaseAge]] : [],
    ),
    renderGauge(
      'billing_meter_overdue_seconds',
      'For how long the oldest meter that is due has been.',
      found ? [[{}, age({ since: found.due })]] : [],
    ),
    renderGauge(
      'billing_meters_past_due',
      'Meters with a settlement that was refused and is tried again, up to 1000.',
      found ? MODES.map(mode => [{ mode }, found.backlog[mode].pastDue]) : [],
    ),
    renderGauge(
      'billing_chain_jobs_pending',
      'Chain work that is committed and not done, up to 10000.',
      stages.map(([labels, waiting]) => [labels, total(waiting)]),
    ),
    renderGauge(
      'billing_chain_job_age_seconds',
      'Since when the oldest that an operator has could have been done; absent where it has none.',
      stages.flatMap(([labels, waiting]) =>
        waiting.map((one): [Record<string, string>, number] => [
          { ...labels, operator: one.operator },
          age(one),
        ]),
      ),
    ),
    renderGauge(
      'billing_webhooks_due',
      'Deliveries that are due, up to 10000.',
      deliveries.map(({ count }) => [{}, count]),
    ),
    renderGauge(
      'billing_webhook_overdue_seconds',
      'For how long the oldest of them has been.',
      deliveries.map(waiting => [{}, age(waiting)]),
    ),
  ].join('')
}

async function readWork(storage: Storage, leadership: Leadership, now: UnixMillis): Promise<Found> {
  const [read, leaseAge] = await Promise.all([
    storage.read(async tx => ({ backlog: await tx.backlog(now), due: await tx.subscriptions.nextDue(0) })),
    leadership.leaseAge(),
  ])
  return { ...read, leaseAge }
}

function stagesOf(mode: 'test' | 'live', backlog: Backlog): [Record<string, string>, OperatorWaiting[]][] {
  return [
    [{ mode, stage: 'waiting' }, backlog[mode].unsent],
    [{ mode, stage: 'sent' }, backlog[mode].sent],
  ]
}
