import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { UnixMillis } from '@per-second/protocol/time'
import { allOf } from '../chain/chain.ts'
import { MODES, type Mode } from '../domain/entities.ts'
import { ledgerSource } from '../domain/meter/ledger/ledger-source.ts'
import { renderGauge } from '../observability/metrics.ts'
import type { Deps } from '../routes/deps.ts'
import type { Backlog, OperatorWaiting, Waiting } from '../storage/storage.ts'
import { reuse } from './reuse.ts'

const RESOLUTION_MILLIS = 20
const NANOSECONDS = 1e9

/** How late this process gets to its work, in seconds since the last read: the slowest hundredth. */
type EventLoopLag = () => number

/** How long a reading of database and chains is reused, in milliseconds of real time. */
const REUSE_MILLIS = 2_000

/**
 * @returns a function that renders all counts so far, and the waiting work. It reads database and chains once in two
 * seconds at the most
 */
export function createMetricsPage(deps: Deps): () => Promise<string> {
  const lag = watchEventLoop()
  const gauges = reuse(async () => {
    const texts = await Promise.all([renderWorkGauges(deps), renderChainGauges(deps)])
    return texts.join('') + renderLag(lag())
  }, REUSE_MILLIS)
  return async () =>
    deps.metrics.render() +
    (await gauges()) +
    renderGauge(
      'billing_clock_skew_seconds',
      "How far this machine's clock is ahead of the database's; 1 and more, either way, is not ready.",
      [[{}, deps.clockSkewMillis() / 1000]],
    )
}

function renderLag(p99: number): string {
  return renderGauge(
    'nodejs_eventloop_lag_p99_seconds',
    'How late 1 of 100 timers comes, since the last look.',
    [[{}, p99]],
  )
}

function watchEventLoop(): EventLoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS })
  delays.enable()
  return () => {
    // A timer comes after its time by nature: that much is no lag.
    const late = delays.percentile(99) / NANOSECONDS - RESOLUTION_MILLIS / 1_000
    const lag = delays.count === 0 ? 0 : Math.max(late, 0)
    delays.reset()
    return lag
  }
}

type WorkSources = Pick<Deps, 'storage' | 'leadership' | 'clock'>

type Found = { backlog: Backlog; due: UnixMillis | null; leaseAge: number | null }

/**
 * The waiting work of the database, its age, and the process that does it. While the database does not respond, it
 * reports only that.
 */
async function renderWorkGauges({ storage, leadership, clock }: WorkSources): Promise<string> {
  const now = clock.now()
  const found = await readWork({ storage, leadership }, now).catch(() => null)
  const stages = found ? MODES.flatMap(mode => stagesOf(mode, found.backlog)) : []
  const age = ({ since }: Pick<Waiting, 'since'>) => (since === null ? 0 : Math.max(now - since, 0) / 1_000)
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

async function readWork(
  { storage, leadership }: Pick<WorkSources, 'storage' | 'leadership'>,
  now: UnixMillis,
): Promise<Found> {
  const [read, leaseAge] = await Promise.all([
    storage.read(async tx => ({ backlog: await tx.backlog(now), due: await tx.subscriptions.nextDue(0) })),
    leadership.leaseAge(),
  ])
  return { ...read, leaseAge }
}

function stagesOf(mode: Mode, backlog: Backlog): [Record<string, string>, OperatorWaiting[]][] {
  return [
    [{ mode, stage: 'waiting' }, backlog[mode].unsent],
    [{ mode, stage: 'sent' }, backlog[mode].sent],
  ]
}

/** How long a chain may take to tell, in milliseconds of real time. */
const ANSWER_MILLIS = 2_000

type ChainSources = Pick<Deps, 'storage' | 'operators' | 'config'>

type Values = [Record<string, string>, number][]

/** The gauges of chains and of their operators, without those of a silent chain, and of the embedded one. */
async function renderChainGauges(sources: ChainSources): Promise<string> {
  const [balances, heads] = sources.config.local
    ? [[], []]
    : await Promise.all([operatorBalances(sources), newestBlocks(sources)])
  return (
    renderGauge(
      'billing_operator_balance_coins',
      "What an operator has of its chain's native coin; absent while the chain does not answer.",
      balances,
    ) +
    renderGauge(
      'billing_chain_head_age_seconds',
      'Age of the newest confirmed block. Absent while the chain does not respond.',
      heads.map(({ mode, age }) => [{ mode }, age]),
    ) +
    renderGauge(
      'billing_chain_blocks_behind',
      'Blocks that count and whose log is not read yet, by the operator that is furthest behind.',
      heads.flatMap(({ mode, behind }) => (behind === null ? [] : [[{ mode }, behind]])),
    )
  )
}

async function operatorBalances(sources: ChainSources): Promise<Values> {
  const operators = MODES.flatMap(mode => allOf(sources.operators[mode]).map(chain => ({ mode, chain })))
  const found = await Promise.all(
    operators.map(async ({ mode, chain }): Promise<Values> => {
      const gas = await inTime(chain.operatorGas())
      const { operator, native_currency } = chain.facts
      return gas === null ? [] : [[{ mode, operator }, Number(gas.balance) / 10 ** native_currency.decimals]]
    }),
  )
  return found.flat()
}

async function newestBlocks({ storage, operators }: ChainSources) {
  const found = await Promise.all(
    MODES.map(async mode => {
      const { current } = operators[mode]
      const head = current && (await inTime(current.head()))
      if (!head) return []
      const sources = allOf(operators[mode]).map(({ facts }) => ledgerSource(mode, facts))
      const stored = await inTime(
        storage.read(tx => Promise.all(sources.map(source => tx.indexedBlocks.newest(source)))),
      )
      const read = stored?.flatMap(newest => newest?.number ?? []) ?? []
      const behind = read.length === 0 ? null : Math.max(head.number - Math.min(...read), 0)
      return [{ mode, age: Math.max(Date.now() / 1_000 - head.timestamp, 0), behind }]
    }),
  )
  return found.flat()
}

/** Null for a call that fails or takes too long. */
async function inTime<T>(reading: Promise<T>): Promise<T | null> {
  return Promise.race([reading.catch(() => null), delay(ANSWER_MILLIS, null, { ref: false })])
}
