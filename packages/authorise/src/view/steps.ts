import { css, html, type TemplateResult } from 'lit'
import { isManaging, type State } from '../machine/state.ts'
import type { Text } from '../text/text.ts'

/** Choose, connect, authorise, as one thin line in three parts with their words. A returning subscriber sees two. */
export function stepsTemplate(text: Text, state: State): TemplateResult {
  const names = isManaging(state)
    ? [text.stepConnect, text.signIn]
    : [text.stepChoose, text.stepConnect, text.stepAuthorise]
  const current = isManaging(state) ? currentStep(state) - 1 : currentStep(state)
  return html`
    <ol class="steps" part="steps">
      ${names.map(
        (name, index) => html`
          <li
            class=${index < current ? 'done' : index === current ? 'current' : ''}
            aria-current=${index === current ? 'step' : 'false'}
          >
            <span class="step-name">${name}</span>
          </li>
        `,
      )}
    </ol>
  `
}

function currentStep(state: State): number {
  switch (state.phase) {
    case 'choosing':
      return isManaging(state) || state.wallets !== 'unasked' ? 1 : 0
    case 'connecting':
      return 1
    case 'signing_in':
    case 'reviewing':
    case 'signing':
    case 'opening':
      return 2
    case 'complete':
      return 3
    case 'error':
      return { discover: 1, connect: 1, sign_in: 2, authorise: 2, open: 2 }[state.retry]
    default:
      return 0
  }
}

/** Choose, connect, authorise: one thin line in three parts. */
export const stepsStyles = css`
  .steps {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .steps li {
    position: relative;
    padding-top: 7px;
    font-size: calc(12em / 15);
    line-height: calc(16em / 12);
    color: var(--_muted);
  }
  .steps .current {
    color: var(--_text);
  }
  .steps li::before,
  .steps li::after {
    content: '';
    position: absolute;
    inset: 0 0 auto;
    height: 3px;
    background: var(--_border);
    border-radius: 2px;
  }
  .steps li::after {
    background: var(--_accent);
    border-radius: 2px;
    transform: scaleX(0);
    transform-origin: 0 50%;
    transition: transform 200ms cubic-bezier(0.2, 0, 0, 1);
  }
  .steps li:dir(rtl)::after {
    transform-origin: 100% 50%;
  }
  .steps .current::after {
    transform: scaleX(0.5);
  }
  .steps .done::after {
    transform: none;
  }
`
