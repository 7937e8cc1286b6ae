import { html, nothing, type TemplateResult } from 'lit'
import { checkoutOf, type State } from '../authorise-state.ts'
import type { Problem } from '../problem.ts'
import type { Text } from '../text/text.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** Below the button: three quiet facts, or in their place what happened, what is waited for, or what to mind. */
export function messageTemplate(view: View): TemplateResult {
  const { state, text } = view
  const checkout = checkoutOf(state)
  if (state.phase === 'error') return problemTemplate(text, state.problem, merchantOf(state))
  if (checkout?.emailRefused) return lineTemplate('problem', 'alert', text.emailRefused)
  const patience = patienceOf(state, text)
  if (patience) return lineTemplate('info', 'clock', patience)
  if (checkout?.notice) return lineTemplate('info', 'info', text.notices[checkout.notice])
  return html`
    <div class="message" id="message">
      <ul class="facts" part="facts">
        ${text.facts.map(fact => html`<li>${icon(fact.icon)}${fact.text}</li>`)}
      </ul>
    </div>
  `
}

/** A problem in words, announced at once. */
export function problemTemplate(text: Text, problem: Problem, merchant: string): TemplateResult {
  const { title, advice } = text.problem(problem, merchant)
  return html`
    <div class="message problem" part="error" id="message" role="alert">
      ${icon('alert')}
      <p><strong>${title}</strong> ${advice}</p>
    </div>
  `
}

function lineTemplate(
  kind: 'problem' | 'info',
  name: 'alert' | 'clock' | 'info',
  line: string,
): TemplateResult {
  return html`
    <div class="message ${kind}" id="message" role=${kind === 'problem' ? 'alert' : nothing}>
      ${icon(name)}
      <p>${line}</p>
    </div>
  `
}

/** Who is being waited for after ten seconds, and what to do about it. */
function patienceOf(state: State, text: Text): string | null {
  if (!('slow' in state) || !state.slow) return null
  if (state.phase === 'opening') return text.slowOpening
  const wallet = state.phase === 'connecting' ? state.wallet.name : state.checkout.connection?.walletName
  const asksWallet = state.phase === 'connecting' || state.step === 'wallet' || state.step === 'chain'
  return asksWallet && wallet ? text.slowWallet(wallet) : text.slowService
}

function merchantOf(state: State): string {
  return checkoutOf(state)?.session.merchant.name ?? ''
}
