import { html, type TemplateResult } from 'lit'
import { icon } from './icons.ts'

/** The message if the words of every language are missing, from the element's own few words. */
export const UNLOADED = 'A part of this payment did not load. Reload the page.'

export function unloadedTemplate(reload: () => void): TemplateResult {
  return html`
    <section class="outcome" part="error" role="alert" lang="en" dir="ltr">
      <span class="seal danger">${icon('alert')}</span>
      <h3>${UNLOADED}</h3>
    </section>
    <button type="button" class="primary" part="button" @click=${reload}>Reload</button>
    <slot name="help"></slot>
  `
}
