import { usdFromBaseUnits } from '@per-second/protocol/money'
import { html, nothing, type TemplateResult } from 'lit'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import { depositOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import { rowTemplate } from './details.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** What the wallet's own window is about to say in its words, so that somebody can tell that it says the same. */
export function walletShowsTemplate({ text }: View, checkout: Checkout): TemplateResult | typeof nothing {
  const { chain } = checkout
  const terms = checkout.lock?.terms ?? checkout.prepared?.terms
  if (!chain || !terms) return nothing
  const deposit = depositOf(terms)
  const words = text.walletShows
  return html`
    <details class="details" part="wallet-shows">
      <summary>${icon('chevron')}${words.title}</summary>
      <dl>
        ${rowTemplate(words.action, html`<bdi dir="ltr">ReceiveWithAuthorization</bdi>`)}
        ${rowTemplate(words.recipient, html`<bdi class="address" dir="ltr" title=${chain.escrow}>${shortenMiddle(chain.escrow)}</bdi>${icon('check')}`)}
        ${rowTemplate(words.value, words.valueMeans(deposit.toString(), formatMoney(usdFromBaseUnits(deposit), text)))}
        ${rowTemplate(words.validUntil, `${terms.open_by} · ${formatInstant(terms.open_by, text.locale)}`)}
      </dl>
    </details>
  `
}
