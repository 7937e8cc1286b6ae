import { depositOfTerms, type MeterTerms } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import type { Chain } from '../../chain/chain.ts'
import { totalsAfter } from '../../domain/meter/ledger/totals-after.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Operator } from '../chain-worker.ts'

/**
 * A meter that one of the operators has opened and the database does not know, with the rest of its deposit, in base
 * units.
 */
export type UnknownMeter = { meterId: Hex; terms: MeterTerms; held: bigint }

/**
 * Reads the escrow's log for meters that the operators have opened, that hold money, and that the database does not know: they were
 * opened after the backup that was restored.
 *
 * @param operators those of one mode
 * @param fromBlock the first block to read
 */
export async function unknownMeters(
  storage: Storage,
  operators: readonly [Operator, ...Operator[]],
  fromBlock: number,
): Promise<UnknownMeter[]> {
  const [{ chain }] = operators
  const own = new Set(operators.map(({ chain }) => chain.facts.operator.toLowerCase()))
  const head = await chain.head()
  const opened = new Map<Hex, MeterTerms>()
  for (let from = fromBlock; from <= head.number; ) {
    const { events, last } = await chain.escrowEvents(from, head.number)
    for (const { terms, meterId } of events)
      if (terms !== null && own.has(terms.operator.toLowerCase())) opened.set(meterId, terms)
    from = last.number + 1
  }
  const known = await storage.read(tx => tx.subscriptions.byMeterIds([...opened.keys()]))
  for (const { meterId } of known) opened.delete(meterId)
  const found: UnknownMeter[] = []
  for (const [meterId, terms] of opened) {
    const held = await heldBy(chain, meterId, terms)
    if (held > 0n) found.push({ meterId, terms, held })
  }
  return found
}

/** The rest of a meter's deposit in the escrow, in base units, or 0 when it is over. */
export async function heldBy(chain: Chain, meterId: Hex, terms: MeterTerms): Promise<bigint> {
  const state = await chain.meterState(meterId)
  return state.status === 'open' ? depositOfTerms(terms) - totalsAfter(terms, state.billedSeconds).gross : 0n
}
