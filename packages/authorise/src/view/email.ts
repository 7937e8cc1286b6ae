import { html, nothing, type TemplateResult } from 'lit'
import { isEmail } from '../machine/email.ts'
import type { Checkout, State } from '../machine/state.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

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
          ?readonly=${isFixed(state)}
          data-value=${checkout.email}
          @input=${(event: InputEvent) =>
            send({ type: 'email_edited', email: (event.target as HTMLInputElement).value })}
          @change=${() => send({ type: 'email_left' })}
        />
      </span>
    </label>
  `
}

/** The email that is submitted with a signature stays the same from the wallet's request on. */
function isFixed(state: State): boolean {
  if (!('checkout' in state) || state.checkout.lock) return true
  return state.phase === 'signing' || state.phase === 'opening'
}
