import { MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import { html, type TemplateResult } from 'lit'
import type { StateIn } from '../authorise-state.ts'
import { formatDuration } from '../format/format-duration.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** What the wallet lacks, and the one step that helps: the longest duration it can afford. Null where there is none to choose. */
export function shortfallTemplate(
  view: View,
  { checkout, problem }: StateIn<'error'>,
): TemplateResult | null {
  const { send, text } = view
  const seconds = problem.shortfall?.longestSeconds
  if (seconds === undefined || seconds < MIN_DURATION_SECONDS || checkout.capFixed) return null
  const { title, advice } = view.describe(problem)
  return html`
    <div class="message problem" part="error" id="message" role="alert">
      ${icon('alert')}
      <p>
        <strong>${title}</strong> ${advice}
        <button
          type="button"
          class="text-button longest"
          part="longest"
          @click=${() => send({ type: 'duration_edited', edit: { seconds } })}
        >
          ${text.useLongest(formatDuration(seconds, text))}
        </button>
      </p>
    </div>
  `
}
