import { html, nothing, type TemplateResult } from 'lit'
import type { Event } from '../authorise-event.ts'
import type { State } from '../authorise-state.ts'
import type { Text } from '../text/text.ts'
import type { View } from './view.ts'

/** The next step and nothing else. `press` is null while somebody is being waited for. */
export type Primary = { label: string; press: Event | null; enabled: boolean; busy: boolean }

/** The one button. It stays the same element from step to step, so it keeps its place, its size and the focus. */
export function primaryTemplate(view: View): TemplateResult {
  const primary = view.further?.primary(view.state, view.text) ?? firstPrimary(view.state, view.text)
  const { press } = primary
  return html`
    <button
      type="button"
      class="primary ${primary.busy ? 'busy' : ''}"
      part="button"
      ?disabled=${!primary.enabled}
      aria-disabled=${primary.busy ? 'true' : nothing}
      @click=${(event: MouseEvent) => press && isFirstClick(event) && view.send(press)}
      @pointerenter=${view.preloadWallet}
      @focus=${view.preloadWallet}
    >
      ${primary.busy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
      <span class="label">${primary.label}</span>
    </button>
  `
}

/** The second of a double click may fall on what the first one brought: it is meant for neither. */
export function isFirstClick({ detail }: MouseEvent): boolean {
  return detail < 2
}

function firstPrimary(state: State, text: Text): Primary {
  switch (state.phase) {
    case 'choosing':
      return state.wallets === 'looking'
        ? busy(text.lookingForWallets)
        : ready(text.connectWallet, 'connect_pressed')
    case 'error':
    case 'unavailable':
      return ready(text.tryAgain, 'retry_pressed')
    default:
      return { label: text.connectWallet, press: null, enabled: false, busy: false }
  }
}

export function ready(
  label: string,
  type: 'connect_pressed' | 'sign_in_pressed' | 'authorise_pressed' | 'retry_pressed' | 'restart_pressed',
): Primary {
  return { label, press: { type }, enabled: true, busy: false }
}

export function busy(label: string): Primary {
  return { label, press: null, enabled: true, busy: true }
}
