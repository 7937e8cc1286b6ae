import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Hex, Subscription } from '@per-second/protocol/types'
import { html, render, type TemplateResult } from 'lit'
import { explorerUrl } from '../chains/explorer-url.ts'
import { exitWithEscrow, placeOn } from '../dom/exit-with-escrow.ts'
import { formatDuration } from '../format/format-duration.ts'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import { recordOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import type { Speech } from '../text/language.ts'
import type { Text } from '../text/text.ts'

const STYLES = `
  body { margin: 2cm; font: 11pt/1.5 system-ui, sans-serif; }
  h1 { font-size: 15pt; }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th { padding: 4pt 12pt 4pt 0; font-weight: normal; text-align: start; vertical-align: top; white-space: nowrap; }
  td { padding: 4pt 0; text-align: end; overflow-wrap: anywhere; }
  tr { border-top: 0.5pt solid #999; }
`

type ReceiptSources = {
  checkout: Pick<Checkout, 'chain' | 'lock' | 'session'>
  subscription: Subscription
  /** The transaction of the end. Null if the chain did not respond, or no longer knows it. */
  closing: Hex | null
}

/** One line of a receipt for people. `href` leads to the transaction on a block explorer. */
type ReceiptRow = { label: string; value: string; href?: string }

/** The facts that a person keeps a receipt for: time, duration, charge, refund, and links to look them up. */
export function receiptRows(
  { checkout: { chain, lock, session }, subscription, closing }: ReceiptSources,
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
    ...transaction(text.closedIn, closing),
  ]
}

/** Prints only these rows of the page, from an invisible frame. No inline style, because a strict policy forbids it. */
export function printReceipt({
  title,
  rows,
  text,
  place,
}: {
  title: string
  rows: ReceiptRow[]
  text: Speech
  /** The parent of the frame during the print. */
  place: Node
}): void {
  const frame = document.createElement('iframe')
  // In some browsers a frame with `display: none` prints nothing.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  place.appendChild(frame)
  const { contentWindow: view, contentDocument: page } = frame
  if (!view || !page) throw new Error('The browser gives no frame to print from.')
  page.title = title
  page.documentElement.lang = text.locale
  page.documentElement.dir = text.direction
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
  sheet.replaceSync(STYLES)
  page.adoptedStyleSheets = [sheet]
  render(html`<h1>${title}</h1><table>${rows.map(rowTemplate)}</table>`, page.body)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

function rowTemplate({ label, value, href }: ReceiptRow): TemplateResult {
  return html`<tr><th scope="row">${label}</th><td>${href ? html`<a href=${href}>${value}</a>` : value}</td></tr>`
}
