import { DURATION_UNITS, type DurationUnit } from '@per-second/protocol/time'
import { html, nothing, type TemplateResult } from 'lit'
import { type Checkout, isDurationEditable } from '../authorise-state.ts'
import { type DurationEdit, isDurationAllowed } from '../duration/duration-draft.ts'
import { SCALE_STEPS, scaleFromSeconds, secondsFromScale } from '../duration/duration-scale.ts'
import { formatDuration } from '../format/format-duration.ts'
import { formatUnit } from '../format/format-unit.ts'
import type { View } from './view.ts'

/** How long at most: presets, number and unit, slider; one value in three forms. A cap the merchant fixed is a sentence. */
export function durationTemplate(view: View, checkout: Checkout): TemplateResult {
  const { text } = view
  const { duration, session } = checkout
  if (checkout.capFixed) {
    const length = formatDuration(session.max_duration_seconds ?? 0, text)
    return html`<p class="fixed" part="duration">${text.durationFixed(length, session.merchant.name)}</p>`
  }
  const locked = !isDurationEditable(view.state)
  const allowed = isDurationAllowed(duration)
  const edit = (change: DurationEdit) => view.send({ type: 'duration_edited', edit: change })
  return html`
    <fieldset class="duration" part="duration" ?disabled=${locked}>
      <legend>${text.maximumDuration}</legend>
      <div class="exactly">
        <input
          class="amount"
          type="number"
          inputmode="decimal"
          step="any"
          aria-label=${text.duration}
          aria-invalid=${allowed ? 'false' : 'true'}
          aria-describedby=${allowed ? nothing : 'duration-range'}
          data-value=${duration.amount}
          @input=${(event: InputEvent) => edit({ amount: enteredIn(event) })}
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
      <div class="presets">
        ${Object.entries(text.presets).map(
          ([seconds, label]) => html`
            <button
              type="button"
              class="preset"
              part="preset"
              aria-pressed=${Number(seconds) === duration.seconds ? 'true' : 'false'}
              @click=${() => edit({ seconds: Number(seconds) })}
            >
              ${label}
            </button>
          `,
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
        aria-valuetext=${duration.seconds === null ? nothing : formatDuration(duration.seconds, text)}
        data-value=${duration.seconds === null ? 0 : scaleFromSeconds(duration.seconds)}
        @input=${(event: InputEvent) => edit({ seconds: secondsFromScale(Number(enteredIn(event))) })}
        @keydown=${(event: KeyboardEvent) => view.further?.stepByName(event, duration, text.direction, edit)}
      />
    </fieldset>
  `
}

function enteredIn(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value
}
