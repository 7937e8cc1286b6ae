import { html, nothing, type TemplateResult } from 'lit'
import { formatDuration } from '../format/format-duration.ts'
import { leastOf } from '../machine/duration-draft.ts'
import type { Problem } from '../machine/problem.ts'
import type { Shortfall } from '../machine/shortfall.ts'
import type { Checkout } from '../machine/state.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** What the wallet lacks, and the one step that helps: the longest duration it can afford, where one may be chosen. */
export function shortfallTemplate(
  view: View,
  { session, duration }: Checkout,
  shortfall: Shortfall,
  role: 'alert' | 'status',
): TemplateResult {
  const { send, text } = view
  const { longestSeconds: seconds } = shortfall
  const problem: Problem = { code: 'insufficient_funds', shortfall }
  const { title, advice } = view.describe(problem)
  return html`
    <div class="message problem" part="error" id="message" role=${role}>
      ${icon('alert')}
      <p>
        <strong>${title}</strong> ${advice}
        ${
          session.max_duration_seconds !== null || seconds < leastOf(duration)
            ? nothing
            : html`<button
                type="button"
                class="text-button longest"
                part="longest"
                @click=${() => send({ type: 'duration_edited', edit: { seconds } })}
              >
                ${text.useLongest(formatDuration(seconds, text))}
              </button>`
        }
      </p>
      <slot name="fund"></slot>
    </div>
  `
}
