import { html, type TemplateResult } from 'lit'
import type { Figures } from '../../store/figures.ts'
import { sixDecimals } from '../money-text.ts'

export function figuresView(figures: Figures): TemplateResult {
  return html`<dl class="figures">
    ${money('Accrued now', figures.accrued_usd)} ${money('Settled', figures.settled_usd)}
    ${money('Refunded', figures.refunded_usd)}
    <div class="figure">
      <dt>Running meters</dt>
      <dd>${figures.running_meters}</dd>
    </div>
  </dl>`
}

/** Cents are read, the digits after them are watched: they are set quieter. */
function money(name: string, amount: string): TemplateResult {
  const text = sixDecimals(amount)
  return html`<div class="figure">
    <dt>${name}</dt>
    <dd>$${text.slice(0, -4)}<small>${text.slice(-4)}</small></dd>
  </div>`
}
