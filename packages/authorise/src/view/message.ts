import { html, nothing, type TemplateResult } from 'lit'
import type { ProblemText, Text } from '../text/text.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** Below the button. Until the later screens are loaded there is one thing to say beside the facts: that they could not be. */
export function messageTemplate(view: View): TemplateResult {
  const { state, text, screens } = view
  if (screens) return screens.message(view)
  if (state.phase === 'error') return problemTemplate(view.describe(state.problem))
  return html`<div class="message" id="message">${factsTemplate(text)}</div>`
}

/** Icons beside the words say nothing that the words do not. */
export function factsTemplate({ facts }: Text): TemplateResult {
  return html`<ul class="facts" part="facts"><li>${icon('fee')}${facts.gas}</li><li>${icon('stop')}${facts.stop}</li><li>${icon('refund')}${facts.refund}</li></ul>`
}

/** A problem in words, announced at once. */
export function problemTemplate(
  { title, advice }: ProblemText,
  ways: unknown = nothing,
  tone: 'neutral' | '' = '',
): TemplateResult {
  return html`
    <div class="message problem ${tone}" part="error" id="message" role="alert">
      ${icon(tone ? 'info' : 'alert')}
      <p><strong>${title}</strong> ${advice}</p>
      ${ways}
    </div>
  `
}
