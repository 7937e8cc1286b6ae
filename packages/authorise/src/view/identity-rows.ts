import { css, html, nothing, type TemplateResult } from 'lit'
import { isEmail } from '../machine/email.ts'
import { type Checkout, isEditable } from '../machine/state.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** The payer's row before there is an account, in its place and height: the wallet app and the currency. */
export function payerRowTemplate(hint: unknown, means: unknown, found?: unknown): TemplateResult {
  return html`<div class="identity payer">
    ${icon('wallet')}<span class="labelled"><span class="says">${hint}</span><span class="label">${means}</span></span>${found}
  </div>`
}

/**
 * Where receipts go, with why it is asked. There from the first screen on, so that the button keeps its place. A page that knows the address
 * may hide the row, but never one that has to be filled in.
 */
export function emailTemplate({ text, state, send }: View, checkout: Checkout): TemplateResult {
  const isKnown = isEmail(checkout.email) && !checkout.emailRefused
  return html`
    <label class="identity field ${checkout.emailRefused ? 'invalid' : ''}" part=${isKnown ? 'known-email' : nothing}>
      ${icon('mail')}
      <span class="labelled">
        <span class="label" id="email-why">${text.emailWhy}</span>
        <input
          class="email"
          part="email"
          type="email"
          name="email"
          autocomplete="email"
          autocapitalize="none"
          spellcheck="false"
          maxlength="254"
          placeholder=${text.emailExample}
          aria-label=${text.email}
          aria-invalid=${checkout.emailRefused ? 'true' : 'false'}
          aria-describedby="email-why message"
          ?readonly=${!isEditable(state)}
          data-value=${checkout.email}
          @input=${(event: InputEvent) =>
            send({ type: 'email_edited', email: (event.target as HTMLInputElement).value })}
          @change=${() => send({ type: 'email_left' })}
        />
      </span>
    </label>
  `
}

/** The rows of payer and email, of one height. */
export const identityStyles = css`
  .identity {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 52px;
    padding: 3px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_corner-small);
  }
  .identity > .icon {
    color: var(--_muted);
  }
  .identity.payer {
    background: var(--_sunken);
    border-color: transparent;
  }
  .identity.field {
    border-color: var(--_field);
    cursor: text;
    transition: border-color var(--_ease);
  }
  .identity.field:hover {
    border-color: var(--_text);
  }
  .identity.invalid {
    border-color: var(--_danger);
  }
  .labelled {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  .labelled .says {
    line-height: calc(20em / 15);
  }
  .labelled .label {
    font-size: calc(12em / 15);
    line-height: calc(16em / 12);
    color: var(--_muted);
  }
  .email {
    width: 100%;
    min-height: calc(22em / 15);
    font-size: var(--_field-size);
    line-height: inherit;
    padding: 0;
    background: none;
    border: 0;
  }
  .email::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
`
