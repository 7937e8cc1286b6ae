import { html, nothing, type TemplateResult } from 'lit'
import type { StateIn } from '../machine/state.ts'

/** One of the buttons below a meter. While a request is pending, it does nothing, but keeps the focus. */
export function controlTemplate(
  control: StateIn<'complete'>['control'],
  { label, name = '', press }: { label: string; name?: string; press: () => void },
): TemplateResult {
  const isIdle = control === 'idle'
  return html`<button
    type="button"
    class="secondary ${name}"
    part="button"
    aria-disabled=${isIdle ? nothing : 'true'}
    @click=${() => isIdle && press()}
  >
    ${label}
  </button>`
}
