import { html, type TemplateResult } from 'lit'
import type { State } from '../authorise-state.ts'
import type { Text } from '../text/text.ts'

/** Connect, sign in, authorise, as one thin line in three parts. */
export function stepsTemplate(text: Text, state: State, count: 2 | 3 = 3): TemplateResult {
  const current = currentStep(state)
  const names = [text.stepConnect, text.stepSignIn, text.stepAuthorise].slice(0, count)
  return html`
    <ol class="steps" part="steps" aria-label=${text.steps}>
      ${names.map(
        (name, index) => html`
          <li
            class=${index < current ? 'done' : index === current ? 'current' : ''}
            aria-current=${index === current ? 'step' : 'false'}
          >
            <span class="visually-hidden">${index < current ? text.stepDone(name) : name}</span>
          </li>
        `,
      )}
    </ol>
  `
}

function currentStep(state: State): number {
  switch (state.phase) {
    case 'signing_in':
      return 1
    case 'reviewing':
    case 'signing':
    case 'opening':
      return 2
    case 'complete':
      return 3
    case 'error':
      return { discover: 0, connect: 0, sign_in: 1, authorise: 2, open: 2 }[state.retry]
    default:
      return 0
  }
}
