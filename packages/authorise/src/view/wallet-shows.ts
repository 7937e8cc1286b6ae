import { usdFromBaseUnits } from '@per-second/protocol/money'
import { html, nothing, type TemplateResult } from 'lit'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import { depositOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import { rowTemplate } from './details.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/**
 * What the wallet's own window is about to say, in the names and whole values that it shows, with the meaning under each. Open while
 * that window is.
 */
export function walletShowsTemplate(
  { text, state }: View,
  checkout: Checkout,
): TemplateResult | typeof nothing {
  const { chain } = checkout
  const terms = checkout.lock?.terms ?? checkout.prepared?.terms
  if (!chain || !terms) return nothing
  const deposit = depositOf(terms)
  const words = text.walletShows
  const isOpen = state.phase === 'signing' && state.step === 'wallet'
  return html`
    <details class="details" part="wallet-shows" ?open=${isOpen}>
      <summary>${icon('chevron')}${words.title}</summary>
      <dl>
        ${rowTemplate('Agora Dollar', words.token)}
        ${shownTemplate('to', checkout.lock?.escrow ?? chain.escrow, words.to)}
        ${shownTemplate('value', deposit.toString(), words.value(formatMoney(usdFromBaseUnits(deposit), text)))}
        ${shownTemplate('validBefore', String(terms.open_by), words.validBefore(formatInstant(terms.open_by, text.locale)))}
      </dl>
      <p class="quiet">${words.unknownType}</p>
    </details>
  `
}

/** A field of the typed data under the name that every wallet gives it. */
function shownTemplate(field: string, value: string, meaning: string): TemplateResult {
  return rowTemplate(
    field,
    html`<span class="shown"><bdi class="address" dir="ltr">${value}</bdi><span class="quiet">${meaning}</span></span>`,
  )
}
