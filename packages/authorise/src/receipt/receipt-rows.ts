import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Hex, Subscription } from '@per-second/protocol/types'
import { explorerUrl } from '../chains/explorer-url.ts'
import { exitWithEscrow, placeOn } from '../dom/exit-with-escrow.ts'
import { formatDuration } from '../format/format-duration.ts'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import { recordOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import type { Text } from '../text/text.ts'
import type { ReceiptTransactions } from './receipt-file.ts'

/** One line of a receipt for people. `href` leads to the transaction on a block explorer. */
export type ReceiptRow = { label: string; value: string; href?: string }

/** The facts that a person keeps a receipt for: time, duration, charge, refund, and links to look them up. */
export function receiptRows(
  { chain, lock, session }: Pick<Checkout, 'chain' | 'lock' | 'session'>,
  subscription: Subscription,
  known: ReceiptTransactions | null,
  text: Text,
  exitHref: string | null,
): ReceiptRow[] {
  const { started_at, ended_at, elapsed_seconds, settled_usd, refunded_usd } = subscription
  const { canceled, ended } = text.meterStatus
  const instant = (label: string, seconds: number | null) =>
    seconds === null ? [] : [{ label, value: formatInstant(seconds, text.locale, 'medium') }]
  const transaction = (label: string, hash: Hex | null): ReceiptRow[] => {
    if (hash === null) return []
    const href = explorerUrl(chain, 'tx', hash)
    return [{ label, value: hash, ...(href && { href }) }]
  }
  // A transfer that the token refuses becomes the payer's credit, which counts as returned (docs/money.md, rule 9).
  const exit =
    exitHref !== null && baseUnitsFromUsd(refunded_usd) !== 0n
      ? exitWithEscrow(exitHref, placeOn(chain))
      : null
  const notArrived = exit === null ? [] : [{ label: text.notArrived, value: exit, href: exit }]
  return [
    ...instant(text.started, started_at),
    ...instant(subscription.status === 'canceled' ? canceled : ended, ended_at),
    { label: text.timeUsed, value: formatDuration(elapsed_seconds, text) },
    { label: text.charged, value: formatMoney(settled_usd, text) },
    { label: text.back, value: formatMoney(refunded_usd, text) },
    ...notArrived,
    ...transaction(text.transaction, recordOf({ lock, session })?.txHash ?? null),
    ...transaction(text.closedIn, known?.closing ?? null),
  ]
}
