import { html, type TemplateResult } from 'lit'
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
      <p class="note">${advice}</p>
    </section>
  `
}
