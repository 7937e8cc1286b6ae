import { html, nothing, type TemplateResult } from 'lit'
import { formatMoney } from '../format/format-money.ts'
import { humanRate } from '../format/format-rate.ts'
import { rememberLast } from '../format/remember-last.ts'
import type { Text } from '../text/text.ts'

const rememberedRate = rememberLast(humanRate)

/** The exact rate, and beside it a rate per hour or day. */
export function rateTemplate(text: Text, rateUsd: string): TemplateResult {
  const human = rememberedRate(rateUsd, text.locale)
  return html`
    <p class="rate" part="rate">
      <span class="exact">${text.rates.second(formatMoney(rateUsd, text))}</span>
      ${human ? html`<span class="human">${human.exact ? '=' : '≈'} ${text.rates[human.unit](human.amount)}</span>` : nothing}
    </p>
  `
}
