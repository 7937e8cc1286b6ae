import { baseUnitsFromUsd, feeInBaseUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { html, nothing, type TemplateResult } from 'lit'
import { formatDuration } from '../format/format-duration.ts'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import type { StateIn } from '../machine/state.ts'
import { isReconciled, liveMeter } from '../meter/live-meter.ts'
import type { MeterReading } from '../meter/meter-status.ts'
import { addressTemplate, rowTemplate } from './details.ts'
import { figureSize, figureTemplate } from './figure.ts'
import { icon } from './icons.ts'
import { problemTemplate } from './message.ts'
import { matchesTemplate } from './meter.ts'
import type { View } from './view.ts'

/** The end: what was charged, what came back, where to look it up, and a copy to keep. */
export function receiptTemplate(
  view: View,
  state: StateIn<'complete'>,
  reading: MeterReading,
): TemplateResult {
  const { text } = view
  const { checkout } = state
  const { subscription } = reading
  const live = liveMeter(reading, view.now)
  const money = (usd: string) => formatMoney(usd, text)
  const charged = money(subscription.settled_usd)
  const fee = feeOf(checkout.chain?.fee_bps ?? null, subscription.settled_usd)
  return html`
    <section class="receipt" part="receipt">
      <div class="caption-row">
        <h3 class="caption">${text.charged}</h3>
        <span class="status ${live.status}" part="meter-status"
          ><span class="dot" aria-hidden="true"></span>${text.meterStatus[live.status]}</span
        >
      </div>
      <p class="figure ${figureSize(charged)}" part="charged">${figureTemplate(charged)}</p>
      <p class="note">${fee === null ? '' : text.feeIncluded(money(fee))}</p>
      ${matchesTemplate(view, state)}
      <dl class="rows">
        ${rowTemplate(text.refunded, html`<bdi part="refunded">${money(subscription.refunded_usd)}</bdi>`)}
        ${rowTemplate(text.timeUsed, formatDuration(subscription.elapsed_seconds, text))}
        ${subscription.started_at === null ? nothing : rowTemplate(text.started, formatInstant(subscription.started_at, text.locale))}
        ${subscription.ended_at === null ? nothing : rowTemplate(text.ended, formatInstant(subscription.ended_at, text.locale))}
        ${checkout.txHash ? addressTemplate(view, checkout, text.transaction, checkout.txHash, 'tx') : nothing}
      </dl>
      ${
        isReconciled(subscription)
          ? nothing
          : html`<div class="message info" role="status">${icon('clock')}<p>${text.settling}</p></div>`
      }
      ${state.problem ? problemTemplate(view.describe(state.problem)) : nothing}
      ${isReconciled(subscription) && subscription.cancel_reason !== 'opening_lost' ? keepTemplate(view) : nothing}
    </section>
  `
}

/** Offered once the figures are final. */
function keepTemplate({ text, downloadReceipt, printReceipt }: View): TemplateResult {
  return html`
    <div class="copies">
    <button type="button" class="secondary" part="print" @click=${printReceipt}>${text.print}</button>
    <button type="button" class="text-button" part="download" @click=${downloadReceipt}>
      ${icon('down')}${text.download}
    </button>
    </div>
  `
}

/** The escrow's fee floors on the meter's whole gross, so it follows from the total alone (docs/money.md, rule 7). */
function feeOf(feeBps: number | null, settledUsd: string): string | null {
  const gross = baseUnitsFromUsd(settledUsd)
  return feeBps === null || gross === null ? null : usdFromBaseUnits(feeInBaseUnits(gross, feeBps))
}
