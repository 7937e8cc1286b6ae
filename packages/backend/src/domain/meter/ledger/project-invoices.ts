import type { MeterTerms } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import type { Invoice } from '../../entities.ts'
import type { MeterLog } from './read-log.ts'
import { totalsAfter } from './totals-after.ts'

type Figures = Pick<Invoice, 'seconds' | 'gross' | 'fee' | 'net' | 'status' | 'txHash'>

/** The target state of an invoice: a range of seconds (`toSecond - seconds`, `toSecond`], and its figures. */
export type ProjectedInvoice = Figures & {
  /** The announced invoice, or null for a new one. */
  announced: Invoice | null
  toSecond: number
}

/** The chain's refusal to charge a meter up to a second, or its final refusal of the opening. */
export type Refusal = { of: 'charge'; toSecond: number; hash: Hex | '' } | { of: 'opening' }

type Known = {
  log: MeterLog
  /** All of the meter's that were announced, oldest first: each range begins where the one before ends (default: none). */
  announced?: readonly Invoice[]
  refusal?: Refusal | null
  /** The second at which the first of them begins. */
  from?: number
}

type Outcome = Pick<Invoice, 'status' | 'txHash'>

/**
 * The invoices of a meter as its log and a refusal make them. A range stays as it was announced and is paid once the
 * log has reached its end. An announced payment stays paid while its charge is resent, and only a refusal takes it
 * back. Charges beyond the last range make new ones, and a refusal makes one, unless there is a failed one already.
 * When the meter has ended, unreached seconds are trimmed. After a reclaim by an account other than the operator they
 * are owed for ever.
 */
export function projectInvoices(
  terms: MeterTerms,
  { log, announced = [], refusal = null, from = 0 }: Known,
): ProjectedInvoice[] {
  const projected: ProjectedInvoice[] = []
  let second = from
  const add = (invoice: Invoice | null, toSecond: number, outcome: Outcome) => {
    projected.push({ announced: invoice, toSecond, ...figures(terms, [second, toSecond], outcome) })
    second = toSecond
  }
  for (const invoice of announced) {
    const toSecond = second + invoice.seconds
    const reached = log.charges.find(charge => charge.toSecond >= toSecond)
    if (invoice.seconds === 0)
      add(invoice, toSecond, { status: 'paid', txHash: log.ending?.txHash ?? invoice.txHash })
    else if (reached) add(invoice, toSecond, { status: 'paid', txHash: reached.txHash })
    else if (log.ending?.kind === 'closed') {
      const last = log.charges.at(-1)?.txHash ?? log.ending.txHash
      const paidUpTo = Math.max(log.billedSeconds, second)
      const txHash = paidUpTo > second ? last : log.ending.txHash
      add(invoice, paidUpTo, { status: 'paid', txHash })
    } else if (log.ending || refuses(refusal, toSecond)) {
      const hash = refusal?.of === 'charge' && refusal.hash !== '' ? refusal.hash : null
      const earlier = invoice.status === 'failed' ? invoice.txHash : ''
      add(invoice, toSecond, { status: 'failed', txHash: hash ?? earlier })
    } else add(invoice, toSecond, invoice)
  }
  for (const { toSecond, txHash } of log.charges)
    if (toSecond > second) add(null, toSecond, { status: 'paid', txHash })
  if (refusal?.of === 'charge' && log.ending === null) {
    const due = figures(terms, [second, refusal.toSecond], { status: 'failed', txHash: '' }).gross
    const owes = projected.some(({ status }) => status === 'failed')
    if (!owes && due > 0n) add(null, refusal.toSecond, { status: 'failed', txHash: refusal.hash })
  }
  return projected
}

function refuses(refusal: Refusal | null, toSecond: number): boolean {
  return refusal !== null && (refusal.of === 'opening' || toSecond <= refusal.toSecond)
}

function figures(
  terms: MeterTerms,
  [fromSecond, toSecond]: readonly [number, number],
  { status, txHash }: Outcome,
): Figures {
  const [before, after] = [totalsAfter(terms, fromSecond), totalsAfter(terms, toSecond)]
  const gross = after.gross - before.gross
  const fee = status === 'paid' ? after.fee - before.fee : 0n
  return {
    seconds: toSecond - fromSecond,
    gross,
    fee,
    net: status === 'paid' ? gross - fee : 0n,
    status,
    txHash,
  }
}
