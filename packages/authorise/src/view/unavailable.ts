import { html, nothing, type TemplateResult } from 'lit'
import type { Problem } from '../machine/problem.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** A session that cannot be shown at all. */
export function unavailableTemplate(view: View, problem: Problem): TemplateResult {
  const { title, advice } = view.describe(problem)
  return html`
    <section class="outcome" part="error" role="alert">
      <span class="seal danger">${icon('alert')}</span>
      <h3>${title}</h3>
      ${advice ? html`<p class="note">${advice}</p>` : nothing}
    </section>
  `
}

/** The message if the words of every language are missing, from the element's own few words. */
export const UNLOADED = 'A part of this payment did not load. Reload the page.'

export function unloadedTemplate(reload: () => void): TemplateResult {
  return html`
    <section class="outcome" part="error" role="alert" lang="en" dir="ltr">
      <span class="seal danger">${icon('alert')}</span>
      <h3>${UNLOADED}</h3>
    </section>
    <button type="button" class="primary" part="button" lang="en" dir="ltr" @click=${reload}>Reload</button>
    <slot name="help"></slot>
  `
}
