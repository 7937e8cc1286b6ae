import { html, nothing, type TemplateResult } from 'lit'
import { checkoutOf } from '../authorise-state.ts'
import type { ProblemText, Text } from '../text/text.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** Below the button: three quiet facts, or in their place what happened, what is waited for, or what to mind. */
export function messageTemplate(view: View): TemplateResult {
  const { state, text } = view
  const said = view.further?.message(view, checkoutOf(state))
  if (said) return said
  if (state.phase === 'error') return problemTemplate(view.describe(state.problem))
  return html`
    <div class="message" id="message">
      ${factsTemplate(text)}
    </div>
  `
}

/** Icons beside the words say nothing that the words do not. */
export function factsTemplate({ facts }: Text): TemplateResult {
  return html`<ul class="facts" part="facts"><li>${icon('gas')}${facts.gas}</li><li>${icon('stop')}${facts.stop}</li><li>${icon('refund')}${facts.refund}</li></ul>`
}

/** A problem in words, announced at once. */
export function problemTemplate({ title, advice }: ProblemText, ways: unknown = nothing): TemplateResult {
  return html`
    <div class="message problem" part="error" id="message" role="alert">
      ${icon('alert')}
      <p><strong>${title}</strong> ${advice}</p>
      ${ways}
    </div>
  `
}
