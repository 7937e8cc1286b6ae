import { usdFromBaseUnits } from '@per-second/protocol/money'
import { html, nothing, type TemplateResult } from 'lit'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import { formatTime } from '../format/format-time.ts'
import { depositOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import type { Text } from '../text/text.ts'
import { icon } from './later-icons.ts'
import type { View } from './view.ts'

/**
 * A preview of the wallet's own window, in the field names and whole values of that window, with the meaning under each. Open while the
 * wallet asks, in the place of the facts.
 */
export function walletShowsTemplate(view: View, checkout: Checkout): TemplateResult | typeof nothing {
  const { text } = view
  const { chain } = checkout
  const terms = checkout.lock?.terms ?? checkout.prepared
  if (!chain || !terms) return nothing
  const deposit = depositOf(terms)
  const words = text.walletShows
  return html`
    <details class="details shows" part="wallet-shows" ?open=${isWalletAsked(view)}>
      <summary>${icon('chevron')}${words.title}</summary>
      <dl>
        ${shownTemplate('name', 'Agora Dollar', words.token)}
        ${shownTemplate('to', checkout.lock?.escrow ?? chain.escrow, words.to)}
        ${shownTemplate('value', deposit.toString(), words.value(formatMoney(usdFromBaseUnits(deposit), text)))}
        ${shownTemplate('validBefore', String(terms.open_by), words.validBefore(dayAndTime(terms.open_by, text)))}
      </dl>
      <p class="quiet">${words.unknownType}</p>
    </details>
  `
}

/** Whether the wallet's own window is open. */
export function isWalletAsked({ state }: Pick<View, 'state'>): boolean {
  return state.phase === 'signing' && state.step === 'wallet'
}

/** "Today" in words, because this deadline is minutes away. */
function dayAndTime(seconds: number, { locale, walletShows }: Text): string {
  const [time, instant] = [formatTime(seconds, locale), formatInstant(seconds, locale)]
  return time === instant ? instant : walletShows.today(time)
}

/** A field of the typed data under the name that every wallet gives it. */
function shownTemplate(field: string, value: string, meaning: string): TemplateResult {
  return html`<div class="shown"><dt class="address">${field}</dt><dd><bdi class="address" dir="ltr">${value}</bdi><span class="quiet">${meaning}</span></dd></div>`
}
