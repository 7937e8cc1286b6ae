import { html, nothing, type TemplateResult } from 'lit'
import type { Checkout, State } from '../authorise-state.ts'
import type { Text } from '../text/text.ts'
import { furtherIcon } from './further-icons.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** What is to be said in the place of the three facts; null when there is nothing. */
export function furtherMessage({ state, text }: View, checkout: Checkout | null): TemplateResult | null {
  if (checkout?.emailRefused) return lineTemplate('problem', icon('alert'), text.emailRefused)
  const patience = patienceOf(state, text)
  if (patience) return lineTemplate('info', furtherIcon('clock'), patience)
  return checkout?.notice ? lineTemplate('info', furtherIcon('info'), text.notices[checkout.notice]) : null
}

function lineTemplate(kind: 'problem' | 'info', drawn: TemplateResult, line: string): TemplateResult {
  return html`
    <div class="message ${kind}" id="message" role=${kind === 'problem' ? 'alert' : nothing}>
      ${drawn}
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
