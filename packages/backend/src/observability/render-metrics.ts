import { setTimeout as delay } from 'node:timers/promises'
import type { Mode } from '../domain/entities.ts'
import type { Storage } from '../storage/storage.ts'
import { type Metrics, renderGauge } from './metrics.ts'

const MODES = ['test', 'live'] as const

/** What the figures are taken from. */
export type MetricsSources = {
  metrics: Metrics
  storage: Storage
  chains: Record<Mode, GasChain | null>
  retiring: Record<Mode, readonly GasChain[]>
  config: { local: boolean }
  clockSkewMillis: () => number
}

/** An operator, and what it has, in wei. */
type GasChain = {
  facts: { operator: string; native_currency: { decimals: number } }
  operatorGas(): Promise<{ balance: bigint }>
}

/** How long a chain may take to tell, in milliseconds of real time. */
const ANSWER_MILLIS = 2_000

/** Everything counted so far, and what waits at this instant. */
export async function renderMetrics(deps: MetricsSources): Promise<string> {
  const balances = await operatorBalances(deps)
  const pending = await deps.storage.read(async tx => {
    const counts: [Record<string, string>, number][] = []
    for (const mode of MODES) {
      counts.push([{ mode, stage: 'waiting' }, (await tx.jobs.unsent(mode)).length])
      counts.push([{ mode, stage: 'sent' }, (await tx.jobs.sent(mode)).length])
    }
    return counts
  })
  const memory = process.memoryUsage.rss()
  return (
    deps.metrics.render() +
    renderGauge(
      'billing_operator_balance_coins',
      "What an operator has of its chain's native coin; absent while the chain does not answer.",
      balances,
    ) +
    renderGauge('billing_chain_jobs_pending', 'Chain work that is committed and not done.', pending) +
    renderGauge(
      'billing_clock_skew_seconds',
      "How far this machine's clock is ahead of the database's; 1 and more, either way, is not ready.",
      [[{}, deps.clockSkewMillis() / 1000]],
    ) +
    renderGauge('process_resident_memory_bytes', 'Memory of this process.', [[{}, memory]])
  )
}

async function operatorBalances({
  chains,
  retiring,
  config,
}: MetricsSources): Promise<[Record<string, string>, number][]> {
  if (config.local) return []
  const operators = MODES.flatMap(mode =>
    [chains[mode], ...retiring[mode]].flatMap(chain => (chain === null ? [] : [{ mode, chain }])),
  )
  const found = await Promise.all(
    operators.map(async ({ mode, chain }): Promise<[Record<string, string>, number][]> => {
      const gas = await Promise.race([
        chain.operatorGas().catch(() => null),
        delay(ANSWER_MILLIS, null, { ref: false }),
      ])
      const { operator, native_currency } = chain.facts
      return gas === null ? [] : [[{ mode, operator }, Number(gas.balance) / 10 ** native_currency.decimals]]
    }),
  )
  return found.flat()
}
