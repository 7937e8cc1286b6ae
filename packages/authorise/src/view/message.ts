import { css, html, nothing, type TemplateResult } from 'lit'
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

/** Below the button: three facts in the columns of the three steps, or in their place a message. */
export const messageStyles = css`
  .message {
    display: flex;
    gap: 8px;
    min-height: 40px;
  }
  :is(.message, .text-button, .secondary) .icon {
    width: 18px;
    height: 18px;
  }
  .facts {
    display: grid;
    flex: 1;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 4px;
    overflow-wrap: break-word;
  }
  .facts li {
    display: flex;
    flex-direction: column;
    gap: 3px;
  }
  .facts .bone {
    white-space: normal;
  }
  .facts .icon {
    margin-inline-start: -2px;
  }
  .message.problem {
    margin-bottom: 4px;
    padding: 12px;
    color: var(--_text);
    background: var(--_danger-sunken);
    border: 1px solid var(--_danger-edge);
    border-radius: var(--_corner-small);
    animation: appear var(--_ease) backwards;
  }
  .message.problem .icon {
    color: var(--_danger);
  }
  .message strong {
    font-weight: var(--_weight);
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  @container billing-authorise (max-width: 23.93em) {
    .facts {
      font-size: calc(12em / 13);
      line-height: calc(16em / 12);
    }
  }
  @container billing-authorise (max-width: 22.5em) {
    .facts {
      grid-template-columns: minmax(0, 1fr);
    }
    .facts li {
      flex-direction: row;
      gap: 8px;
    }
  }
`
