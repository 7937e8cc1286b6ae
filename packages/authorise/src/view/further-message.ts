import { html, nothing, type TemplateResult } from 'lit'
import type { Event } from '../authorise-event.ts'
import type { Checkout, State } from '../authorise-state.ts'
import { formatInstant } from '../format/format-instant.ts'
import { formatDecimal } from '../format/format-money.ts'
import type { Text } from '../text/text.ts'
import { furtherIcon } from './further-icons.ts'
import { icon } from './icons.ts'
import { shortfallTemplate } from './shortfall.ts'
import type { View } from './view.ts'

/** What is to be said in the place of the three facts; null when there is nothing. */
export function furtherMessage(view: View, checkout: Checkout | null): TemplateResult | null {
  const { state, text } = view
  if (state.phase === 'error') return shortfallTemplate(view, state)
  if (checkout?.emailRefused) return lineTemplate('problem', icon('alert'), text.emailRefused)
  const patience = patienceOf(state, text)
  if (patience) return lineTemplate('info', furtherIcon('clock'), patience, waysOn(view))
  const notice = checkout && noticeOf(checkout, text)
  return notice ? lineTemplate('info', furtherIcon('info'), notice) : null
}

function lineTemplate(
  kind: 'problem' | 'info',
  drawn: TemplateResult,
  line: string,
  actions: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`
    <div class="message ${kind}" id="message" role=${kind === 'problem' ? 'alert' : nothing}>
      ${drawn}
      <p>${line}</p>
      ${actions}
    </div>
  `
}

/** Who is being waited for after ten seconds, and what to do about it. */
function patienceOf(state: State, text: Text): string | null {
  if (!('slow' in state) || !state.slow) return null
  switch (state.phase) {
    case 'opening':
      return text.slowOpening
    case 'connecting':
      return state.pairing ? null : text.slowWallet(state.wallet.name)
    default:
      return asksWallet(state) ? slowSigner(state.checkout, text) : text.slowService
  }
}

/** The signatures of a contract wallet may take minutes, and by when they are needed is known. */
function slowSigner({ accountKind, prepared, connection }: Checkout, text: Text): string {
  if (accountKind === 'contract' && prepared) {
    return text.slowShared(formatInstant(prepared.signBy, text.locale))
  }
  return connection ? text.slowWallet(connection.walletName) : text.slowService
}

function asksWallet(state: State): boolean {
  return 'step' in state && (state.step === 'wallet' || state.step === 'chain')
}

/** Out of a wait for a wallet that may never answer. */
function waysOn({ state, text, send }: View): TemplateResult | typeof nothing {
  if (state.phase !== 'connecting' && !asksWallet(state)) return nothing
  const way = (label: string, type: 'ask_again_pressed' | 'change_wallet_pressed') => {
    const event: Event = { type }
    return html`<button type="button" class="text-button" @click=${() => send(event)}>${label}</button>`
  }
  return html`<div class="ways">${way(text.askAgain, 'ask_again_pressed')}${way(text.changeWalletLabel, 'change_wallet_pressed')}</div>`
}

function noticeOf({ notice, shortfall }: Checkout, text: Text): string | null {
  if (!notice) return null
  if (notice !== 'contract_balance_low' || !shortfall) return text.notices[notice]
  const figure = (ausd: string) => formatDecimal(ausd, { locale: text.locale })
  const { balance, needed, missing } = shortfall
  return `${text.notices[notice]} ${text.notEnough(figure(balance), figure(needed), figure(missing))}`
}
