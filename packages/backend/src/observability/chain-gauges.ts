import { setTimeout as delay } from 'node:timers/promises'
import { MODES, type Mode } from '../domain/entities.ts'
import { ledgerSource } from '../domain/meter/ledger/ledger-source.ts'
import type { Storage } from '../storage/storage.ts'
import { renderGauge } from './metrics.ts'

/** How long a chain may take to tell, in milliseconds of real time. */
const ANSWER_MILLIS = 2_000

/** One operator's way to a chain. */
export type WatchedChain = {
  facts: { chain_id: number; escrow: string; operator: string; native_currency: { decimals: number } }
  operatorGas(): Promise<{ balance: bigint }>
  head(): Promise<{ number: number; timestamp: number }>
}

export type ChainGaugeSources = {
  storage: Storage
  operators: Record<Mode, { current: WatchedChain | null; retiring: readonly WatchedChain[] }>
  config: { local: boolean }
}

type Values = [Record<string, string>, number][]

/** The gauges of chains and of their operators, without those of a silent chain, and of the embedded one. */
export async function renderChainGauges(sources: ChainGaugeSources): Promise<string> {
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

async function operatorBalances(sources: ChainGaugeSources): Promise<Values> {
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

async function newestBlocks({ storage, operators }: ChainGaugeSources) {
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

function allOf({ current, retiring }: ChainGaugeSources['operators'][Mode]): readonly WatchedChain[] {
  return current === null ? retiring : [current, ...retiring]
}

/** Null for a call that fails or takes too long. */
async function inTime<T>(reading: Promise<T>): Promise<T | null> {
  return Promise.race([reading.catch(() => null), delay(ANSWER_MILLIS, null, { ref: false })])
}
