import { DURATION_UNITS, type DurationUnit, MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import { css, html, nothing, type TemplateResult } from 'lit'
import { formatDuration, formatUnit } from '../format/format-duration.ts'
import { formatMoney } from '../format/format-money.ts'
import { type DurationEdit, isDurationAllowed, numberOf } from '../machine/duration-draft.ts'
import { roundFigure, SCALE_STEPS, secondsFromMove, thumbOf } from '../machine/duration-scale.ts'
import { type Checkout, isDurationEditable } from '../machine/state.ts'
import { amountsOf, leastLength } from './amount.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** The maximum duration as number and unit, presets and slider: one value in three forms. A cap the merchant fixed is a sentence. */
export function durationTemplate(view: View, checkout: Checkout): TemplateResult {
  const { text } = view
  const { duration, session } = checkout
  if (session.max_duration_seconds !== null) {
    const length = formatDuration(session.max_duration_seconds, text)
    const words =
      checkout.cap === 'merchant'
        ? text.durationFixed(length, session.merchant.name)
        : text.durationCapped(length)
    return html`<p class="fixed" part="duration">${words}</p>`
  }
  const locked = !isDurationEditable(view.state)
  const allowed = isDurationAllowed(duration)
  const { least } = duration
  const presets = presetsOf(view, least)
  const edit = (change: DurationEdit) => view.send({ type: 'duration_edited', edit: change })
  // A field of the type "number" drops a comma, and 1,5 hours become 15.
  const stepByKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const number = numberOf(duration.amount)
    // An input method's arrows choose among its candidates.
    if (step === undefined || number === null || event.isComposing) return
    event.preventDefault()
    edit({ amount: String(Math.max(0, number + step)) })
  }
  return html`
    <fieldset class="duration" part="duration" ?disabled=${locked}>
      <legend>${text.maximumDuration}</legend>
      <div class="exactly">
        <input
          class="amount"
          inputmode="decimal"
          role="spinbutton"
          autocomplete="off"
          aria-valuenow=${numberOf(duration.amount) ?? nothing}
          aria-label=${text.duration}
          aria-invalid=${allowed ? 'false' : 'true'}
          aria-describedby=${allowed && !duration.clampedTo ? nothing : 'duration-range'}
          data-value=${duration.amount}
          @input=${(event: Event) => edit({ amount: enteredIn(event) })}
          @keydown=${stepByKey}
        />
        <select
          class="unit"
          aria-label=${text.unit}
          data-value=${duration.unit}
          @change=${(event: Event) => edit({ unit: enteredIn(event) as DurationUnit })}
        >
          ${DURATION_UNITS.map(
            ({ unit }) =>
              html`<option value=${unit} ?selected=${unit === duration.unit}>${formatUnit(unit, duration.amount, text)}</option>`,
          )}
        </select>
      </div>
      <div class="presets" role="radiogroup" aria-label=${text.maximumDuration}>
        ${presets.map(
          ([seconds, label]) => html`<label class="preset" part="preset"
            ><input
              type="radio"
              name="preset"
              .checked=${seconds === duration.seconds}
              @change=${() => edit({ seconds })}
            />${label}</label
          >`,
        )}
      </div>
      <input
        class="slider"
        part="slider"
        type="range"
        min="0"
        max=${SCALE_STEPS}
        step="1"
        aria-label=${text.slider}
        aria-valuetext=${valueText(view, checkout)}
        data-value=${thumbOf(duration)}
        @input=${(event: InputEvent) => edit({ seconds: secondsFromMove(duration.seconds, Number(enteredIn(event)), { least }) })}
      />
      ${leastTemplate(view, checkout, presets)}
    </fieldset>
  `
}

/** The page's own lengths, or ours, each with its shortest name. The least in a round figure stands for all that are shorter. */
function presetsOf({ text, presets }: View, least: number): [number, string][] {
  const names = new Map(Object.entries(text.presets).map(([seconds, label]) => [Number(seconds), label]))
  const proposed = presets.length > 0 ? presets : [...names.keys()]
  const lengths = new Set(proposed.map(seconds => (seconds < least ? roundFigure(least) : seconds)))
  return [...lengths].map(seconds => [seconds, names.get(seconds) ?? formatDuration(seconds, text)])
}

/** Why lengths are missing: said where one of the presets is gone, and at the slider's beginning. */
function leastTemplate(
  { text }: View,
  checkout: Checkout,
  presets: [number, string][],
): TemplateResult | null {
  const { chain, duration } = checkout
  const { least } = duration
  const isMissed = presets[0]?.[0] === roundFigure(least) || (duration.seconds ?? 0) <= least
  if (least === MIN_DURATION_SECONDS || !chain?.min_deposit_usd || !isMissed) return null
  const words = text.durationLeast(leastLength(text, checkout), formatMoney(chain.min_deposit_usd, text))
  return html`<p class="least">${icon('info')}${words}</p>`
}

/** The slider announces the maximum charge of a length, because a subscriber moves it for that figure. */
function valueText({ text }: View, checkout: Checkout): string | typeof nothing {
  const { seconds } = checkout.duration
  if (seconds === null) return nothing
  const length = formatDuration(seconds, text)
  const amounts = amountsOf(checkout)
  return amounts ? text.sliderValue(length, formatMoney(amounts.exactUsd, text)) : length
}

function enteredIn(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value
}

/** The slider, for each engine in its own words. */
export const sliderStyles = css`
  .slider {
    flex: 0 0 100%;
    width: 100%;
    height: var(--_tap);
    margin: -8px 0 -10px;
    background: none;
    appearance: none;
    cursor: pointer;
  }
  .slider::-webkit-slider-runnable-track {
    height: 4px;
    background: linear-gradient(var(--_accent), var(--_accent)) 0 / calc(var(--_thumb) / 2 + (100% - var(--_thumb)) * var(--_share))
      no-repeat var(--_border);
    border-radius: 2px;
  }
  .slider:dir(rtl)::-webkit-slider-runnable-track {
    background-position: 100%;
  }
  .slider::-moz-range-track {
    height: 4px;
    background: var(--_border);
    border-radius: 2px;
  }
  .slider::-moz-range-progress {
    height: 4px;
    background: var(--_accent);
    border-radius: 2px;
  }
  .slider::-webkit-slider-thumb {
    appearance: none;
    width: var(--_thumb);
    height: var(--_thumb);
    margin-top: calc(2px - var(--_thumb) / 2);
    background: light-dark(#ffffff, #f2f4f8);
    border: 1px solid light-dark(#858c9d, #f2f4f8);
    border-radius: 50%;
    box-shadow: 0 1px 2px rgb(16 18 22 / 0.16);
  }
  .slider::-moz-range-thumb {
    box-sizing: border-box;
    width: var(--_thumb);
    height: var(--_thumb);
    background: light-dark(#ffffff, #f2f4f8);
    border: 1px solid light-dark(#858c9d, #f2f4f8);
    border-radius: 50%;
  }
  .slider:focus-visible {
    outline: none;
  }
  .slider:focus-visible::-webkit-slider-thumb {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .slider:focus-visible::-moz-range-thumb {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`
