import { baseUnitsFromUsd } from '@per-second/protocol/money'
import { css, html, nothing, type TemplateResult } from 'lit'
import { formatDuration } from '../format/format-duration.ts'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import { recordOf } from '../machine/signature-lock.ts'
import type { StateIn } from '../machine/state.ts'
import { isReconciled, liveMeter } from '../meter/live-meter.ts'
import type { MeterReading } from '../meter/meter-status.ts'
import { addressTemplate, rowTemplate } from './details.ts'
import { figureSize, figureTemplate } from './figure.ts'
import { icon } from './later-icons.ts'
import { problemTemplate } from './message.ts'
import type { View } from './view.ts'

/** The end of a meter: the refund first, then the charge, its time and transaction, and a copy to keep. */
export function receiptTemplate(
  view: View,
  state: StateIn<'complete'>,
  reading: MeterReading,
): TemplateResult {
  const { text } = view
  const { checkout } = state
  const { subscription } = reading
  const isFinal = isReconciled(subscription)
  const { status, returnsUsd } = liveMeter(reading, view.now)
  const back = isFinal ? subscription.refunded_usd : returnsUsd
  const isBack = baseUnitsFromUsd(back) !== 0n
  const charged = formatMoney(subscription.settled_usd, text)
  const record = recordOf(checkout)
  const payer = record?.terms.payer ?? checkout.connection?.address
  const instant = (seconds: number) => formatInstant(seconds, text.locale, 'medium')
  return html`
    <section class="receipt" part="receipt">
      ${
        isBack
          ? backTemplate(view, reading, { usd: back, isThere: isFinal })
          : html`<h3 class="caption">${text.charged}</h3>
              <p class="figure ${figureSize(charged)}" part="charged">${figureTemplate(charged)}</p>`
      }
      <dl class="rows">
        ${
          isBack
            ? html`<div class="row sum"><dt>${text.charged}</dt><dd part="charged">${figureTemplate(charged)}</dd></div>`
            : nothing
        }
        ${rowTemplate(text.timeUsed, formatDuration(subscription.elapsed_seconds, text))}
        ${subscription.started_at === null ? nothing : rowTemplate(text.started, instant(subscription.started_at))}
        ${subscription.ended_at === null ? nothing : rowTemplate(html`<span part="meter-status">${text.meterStatus[status]}</span>`, instant(subscription.ended_at))}
        ${payer ? addressTemplate(view, checkout, { label: text.paidFrom, value: payer }) : nothing}
        ${record?.txHash ? addressTemplate(view, checkout, { label: text.transaction, value: record.txHash, kind: 'tx' }) : nothing}
      </dl>
      ${state.problem ? problemTemplate(view.describe(state.problem)) : nothing}
      ${isFinal && subscription.cancel_reason !== 'opening_lost' ? keepTemplate(view, record !== null && checkout.chain !== null) : nothing}
    </section>
  `
}

/** The hero of the end. */
function backTemplate(
  { text }: View,
  { subscription }: MeterReading,
  { usd, isThere }: { usd: string; isThere: boolean },
): TemplateResult {
  const amount = formatMoney(usd, text)
  const [used, maximum] = [subscription.elapsed_seconds, subscription.max_duration_seconds]
  return html`
    <div class="back" role="status">
      <span class="seal">${icon(isThere ? 'check' : 'clock')}</span>
      <h3 class="caption">${isThere ? text.back : text.onItsWay}</h3>
      <p class="figure ${figureSize(amount)}" part="refunded">${figureTemplate(amount)}</p>
      <p class="note">${text.used(formatDuration(used, text), formatDuration(maximum, text))}</p>
    </div>
  `
}

/** Offered once the figures are final. A browser that did not sign prints them, and has no proof. */
function keepTemplate({ text, downloadReceipt, printReceipt }: View, hasProof: boolean): TemplateResult {
  return html`
    <div class="copies">
      <button type="button" class="secondary" part="print" @click=${printReceipt}>${icon('print')}${text.print}</button>
      ${
        hasProof
          ? html`<button type="button" class="text-button" part="download" @click=${downloadReceipt}>${icon('down')}${text.download}</button>`
          : nothing
      }
    </div>
  `
}

/** The end of a meter: the refund on green, the receipt, and the ways on from there. */
export const receiptStyles = css`
  .receipt:has(.back) {
    padding-top: 0;
    border-top: 0;
  }
  .back {
    padding: 24px 16px 20px;
    text-align: center;
    background: var(--_success-sunken);
    border: 1px solid var(--_success-edge);
    border-radius: var(--_corner-small);
  }
  .back .seal {
    margin-bottom: 10px;
    color: light-dark(#ffffff, #0b1a13);
    background: var(--_success);
    border-color: transparent;
    animation: land 200ms cubic-bezier(0.2, 0, 0, 1) backwards;
  }
  .back .seal .icon {
    width: 26px;
    height: 26px;
    stroke-width: 2;
  }
  @keyframes land {
    from {
      transform: scale(0.8);
    }
  }
  .back .caption {
    font-size: 1em;
    line-height: calc(22em / 15);
    color: var(--_text);
  }
  .back .note {
    color: light-dark(#4b5a55, #a9bfb4);
    text-wrap: balance;
  }
  .back .figure .tail {
    color: light-dark(#74808f, #7f8799);
  }
  .rows {
    margin: 16px 0;
  }
  .row.sum {
    margin-bottom: 6px;
    padding-bottom: 10px;
    font-size: 1em;
    font-weight: var(--_weight);
    border-bottom: 1px solid var(--_border);
  }
  .row.sum dt {
    color: var(--_text);
  }
  .copies {
    display: grid;
    justify-items: center;
    gap: 4px;
  }
  .copies .secondary {
    width: 100%;
  }
  .meter ~ .note,
  .receipt ~ .note,
  .outcome ~ .note,
  .card > .primary {
    margin-bottom: 12px;
  }
  .outcome ~ .note {
    text-align: center;
  }
  .card > a.text-button {
    align-self: center;
    margin-bottom: 8px;
  }
`
