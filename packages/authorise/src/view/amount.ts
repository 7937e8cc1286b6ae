import { depositInBaseUnits, exactCost, rateInTermsUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import { html, nothing, type TemplateResult } from 'lit'
import { countOf, formatDuration } from '../format/format-duration.ts'
import { formatMoney } from '../format/format-money.ts'
import { rememberLast } from '../format/remember-last.ts'
import { isDurationAllowed, leastOf } from '../machine/duration-draft.ts'
import type { Checkout } from '../machine/state.ts'
import type { Text } from '../text/text.ts'
import { figureSize, figureTemplate } from './figure.ts'
import { sentencesTemplate } from './sentences.ts'

/** The amounts a duration stands for: the exact product, and the deposit that is signed, equal unless a base unit is split. */
export type Amounts = { exactUsd: string; depositUsd: string }

/** Null while the duration is none that may be chosen. */
export function amountsOf(checkout: Checkout): Amounts | null {
  if (!isDurationAllowed(checkout.duration)) return null
  return amountsFor(checkout.session.product.rate_usd_per_second, checkout.duration.seconds)
}

const amountsFor = rememberLast(
  (rate: string, seconds: number): Amounts => ({
    exactUsd: exactCost(rate, seconds),
    depositUsd: usdFromBaseUnits(depositInBaseUnits(rateInTermsUnits(rate), seconds)),
  }),
)

/** The hero: the most that can ever be charged, with the `parts` of another meter where there is one. */
export function amountTemplate(text: Text, checkout: Checkout, parts?: unknown): TemplateResult {
  const amounts = amountsOf(checkout)
  const shown = amounts ? formatMoney(amounts.exactUsd, text) : '—'
  return html`
    <section class="hero" part="amount">
      <h3 class="caption">${text.mostCharged}</h3>
      <p class="figure ${amounts ? figureSize(shown) : 'unknown'}" part="max-escrow">${figureTemplate(shown)}</p>
      ${
        amounts
          ? html`<p class="note">${clampedTemplate(text, checkout)}${roundingTemplate(text, amounts)} ${sentencesTemplate(text.payOnlyUsed)}</p>`
          : html`<p class="note invalid" id="duration-range">${rangeWords(text, checkout)}</p>`
      }
      ${parts}
    </section>
  `
}

/** The end of the range that the number was brought to with its unit. */
function clampedTemplate(text: Text, checkout: Checkout): TemplateResult | typeof nothing {
  if (!checkout.duration.clampedTo) return nothing
  return html`<span id="duration-range">${rangeWords(text, checkout)}</span> `
}

/** The sentence about the range where a length is beyond it. */
function rangeWords(text: Text, checkout: Checkout): string {
  const { seconds, clampedTo } = checkout.duration
  const shortest = text.durationShortest(leastLength(text, checkout))
  const longest = text.durationLongest(formatDuration(MAX_DURATION_SECONDS, text))
  if (seconds === null) return `${shortest} ${longest}`
  const isLong = clampedTo ? clampedTo === 'longest' : seconds > MAX_DURATION_SECONDS
  return isLong ? longest : shortest
}

/** The shortest length in words: in whole minutes where it is longer than one. */
export function leastLength(text: Text, { duration }: Checkout): string {
  const minutes = Math.ceil(leastOf(duration) / MIN_DURATION_SECONDS)
  if (minutes === 1) return countOf(MIN_DURATION_SECONDS, 'second', text.language)
  return formatDuration(minutes * MIN_DURATION_SECONDS, text)
}

/** The signed amount, where the exact one has more digits than the token. */
function roundingTemplate(text: Text, { exactUsd, depositUsd }: Amounts): TemplateResult | typeof nothing {
  if (exactUsd === depositUsd) return nothing
  const deposit = formatMoney(depositUsd, text)
  return html`<span class="rounded" part="rounded-up">${text.roundedUp(deposit)}</span>`
}
