import { depositInBaseUnits, exactCost, rateInTermsUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import { css, html, nothing, type TemplateResult } from 'lit'
import { countOf, formatDuration } from '../format/format-duration.ts'
import { formatMoney } from '../format/format-money.ts'
import { isDurationAllowed } from '../machine/duration-draft.ts'
import type { Checkout } from '../machine/state.ts'
import type { Text } from '../text/text.ts'
import { figureSize, figureTemplate } from './figure.ts'
import { sentencesTemplate } from './sentences.ts'

/** The amounts a duration stands for: the exact product, and the deposit that is signed, equal unless a base unit is split. */
export type Amounts = { exactUsd: string; depositUsd: string }

/** Null while the duration is none that may be chosen. */
export function amountsOf({ duration, session }: Checkout): Amounts | null {
  if (!isDurationAllowed(duration)) return null
  const { rate_usd_per_second: rate } = session.product
  return {
    exactUsd: exactCost(rate, duration.seconds),
    depositUsd: usdFromBaseUnits(depositInBaseUnits(rateInTermsUnits(rate), duration.seconds)),
  }
}

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
  const minutes = Math.ceil(duration.least / MIN_DURATION_SECONDS)
  if (minutes === 1) return countOf(MIN_DURATION_SECONDS, 'seconds', text.language)
  return formatDuration(minutes * MIN_DURATION_SECONDS, text)
}

/** The signed amount, where the exact one has more digits than the token. */
function roundingTemplate(text: Text, { exactUsd, depositUsd }: Amounts): TemplateResult | typeof nothing {
  if (exactUsd === depositUsd) return nothing
  const deposit = formatMoney(depositUsd, text)
  return html`<span class="rounded" part="rounded-up">${text.roundedUp(deposit)}</span>`
}

/**
 * The hero: the most that can ever be charged, in the size that its digits leave room for. A digit is inline, because screen readers read
 * boxes one by one. The animation of a changed one never hides it. A quiet digit has no contrast to spare for one.
 */
export const amountStyles = css`
  .hero {
    margin-top: 18px;
    padding-top: 18px;
    border-top: 1px solid var(--_border);
  }
  .figure {
    margin: 2px 0 4px;
    margin-inline-start: -1px;
    font-weight: var(--_weight);
    letter-spacing: -0.02em;
  }
  .figure.large {
    font-size: calc(40em / 15);
    line-height: calc(48em / 40);
  }
  .figure.unknown {
    color: var(--_muted);
    font-size: calc(24em / 15);
    line-height: 2em;
    font-weight: 400;
  }
  .figure.medium {
    font-size: min(calc(32em / 15), 10cqi);
    line-height: calc(48em / 32);
  }
  .figure.small {
    font-size: calc(24em / 15);
    line-height: 2em;
    letter-spacing: -0.01em;
  }
  .figure.tiny {
    padding: calc(12em / 17) 0;
    font-size: min(calc(17em / 15), 5.3cqi);
    line-height: calc(24em / 17);
    letter-spacing: 0;
  }
  .figure.least {
    min-height: calc(48em / 14);
    font-size: min(calc(14em / 15), 4.5cqi);
    line-height: calc(22em / 14);
  }
  .figure:is(.large, .medium, .small) .tail {
    color: var(--_tail);
  }
  .changed {
    animation: digit var(--_ease) backwards;
  }
  .changed.tail {
    animation: none;
  }
  @keyframes digit {
    from {
      opacity: 0.4;
    }
  }
  .note {
    text-wrap: pretty;
  }
  .note.invalid {
    color: var(--_danger);
  }
  .rounded {
    display: block;
    color: var(--_text);
  }
  @container billing-authorise (max-width: 23.93em) {
    .figure.large {
      font-size: min(calc(36em / 15), 11.25cqi);
      line-height: calc(48em / 36);
    }
    .figure.small {
      font-size: min(calc(21em / 15), 6.6cqi);
      line-height: calc(48em / 21);
    }
  }
`
