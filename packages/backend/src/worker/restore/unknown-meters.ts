import { setTimeout as delay } from 'node:timers/promises'
import { depositOfTerms, type MeterTerms } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Chain, EscrowCall } from '../../chain/chain.ts'
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
async function heldBy(chain: Chain, meterId: Hex, terms: MeterTerms): Promise<bigint> {
  const state = await chain.meterState(meterId)
  return state.status === 'open' ? depositOfTerms(terms) - totalsAfter(terms, state.billedSeconds).gross : 0n
}

/** How often the chain is asked for the sent transaction, and after how many misses it is sent again. */
const POLL_MILLIS = 500
const POLLS_BEFORE_RESEND = 10

/** Nodes keep few waiting transactions of one account: geth keeps 16. */
const MOST_WAITING = 16

/**
 * Closes unknown meters at 0 seconds, and waits until that is confirmed: their payers get the uncharged deposit back.
 *
 * @param operator the operator of the meters. No other process sends with its key meanwhile
 * @returns the meters that still hold money, because the chain would not close them now
 */
export async function giveBack(
  operator: Operator,
  meters: readonly UnknownMeter[],
  log: Logger,
): Promise<UnknownMeter[]> {
  const { chain, sender } = operator
  let waiting: number[] = []
  for (const { terms } of meters) {
    const call: EscrowCall = { kind: 'close', terms, toSecond: 0 }
    if ((await chain.simulate(call)) !== null) continue
    const { nonce } = await sender.submit(
      call.kind,
      nonce => chain.sign(call, nonce),
      async () => {},
    )
    waiting.push(nonce)
    if (waiting.length < MOST_WAITING) continue
    await included(operator, nonce, log)
    waiting = []
  }
  const last = waiting.at(-1)
  if (last !== undefined) await included(operator, last, log)
  const left: UnknownMeter[] = []
  for (const meter of meters) if ((await heldBy(chain, meter.meterId, meter.terms)) > 0n) left.push(meter)
  return left
}

async function included({ chain, sender }: Operator, nonce: number, log: Logger): Promise<void> {
  for (let polls = 1; ; polls += 1) {
    const { number } = await chain.head()
    if ((await chain.countedTransactions(number)) > nonce) return
    if (polls % POLLS_BEFORE_RESEND === 0) {
      log.warn({ nonce, block: number }, 'the closings are not confirmed yet')
      await sender.recover()
    }
    await delay(POLL_MILLIS)
  }
}
