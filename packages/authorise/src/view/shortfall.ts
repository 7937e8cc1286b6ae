import { html, nothing, type TemplateResult } from 'lit'
import { formatDuration } from '../format/format-duration.ts'
import { leastOf } from '../machine/duration-draft.ts'
import type { Shortfall } from '../machine/shortfall.ts'
import type { Checkout } from '../machine/state.ts'
import { icon } from './icons.ts'
import { shortfallText } from './problem-text.ts'
import type { View } from './view.ts'

/**
 * What the wallet lacks, where to send it, and the one step that helps without: the longest duration it can afford, where one may be
 * chosen. A person can act on it, so it is amber.
 */
export function shortfallTemplate(
  view: View,
  checkout: Checkout,
  shortfall: Shortfall,
  role: 'alert' | 'status',
): TemplateResult {
  const { send, text } = view
  const { session, duration } = checkout
  const { longestSeconds: seconds } = shortfall
  const { title, advice } = shortfallText(shortfall, text)
  const canShorten = session.max_duration_seconds === null && seconds >= leastOf(duration)
  return html`
    <div class="message problem notice" part="error" id="message" role=${role}>
      ${icon('down')}
      <div class="stack">
        <p><strong>${title}</strong> ${advice}</p>
        ${sendTemplate(view, checkout)}
        ${
          canShorten
            ? html`<button
                type="button"
                class="text-button longest"
                part="longest"
                @click=${() => send({ type: 'duration_edited', edit: { seconds } })}
              >
                ${text.useLongest(formatDuration(seconds, text))}
              </button>`
            : nothing
        }
        <slot name="fund"><p>${text.whereToGet(session.merchant.name)}</p></slot>
      </div>
    </div>
  `
}

/** The whole address, to be read and copied, with its network: money sent on another one is lost. */
function sendTemplate(view: View, { chain, connection }: Checkout): TemplateResult | typeof nothing {
  const { text, copied, copy } = view
  if (!chain || !connection) return nothing
  const { address } = connection
  return html`
    <p>${text.sendTo(chain.name)}</p>
    <p><bdi class="address whole" dir="ltr">${address}</bdi></p>
    <button type="button" class="secondary" part="button" @click=${() => copy(address)}>
      ${icon(copied === address ? 'check' : 'copy')}${copied === address ? text.copied : text.copyAddress}
    </button>
  `
}
