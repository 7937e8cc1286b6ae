import { html, nothing, type TemplateResult } from 'lit'
import type { Checkout, State, StateIn } from '../authorise-state.ts'
import { shortfallIn } from '../flows/shortfall.ts'
import { formatInstant } from '../format/format-instant.ts'
import { formatDecimal } from '../format/format-money.ts'
import type { Text } from '../text/text.ts'
import { furtherIcon } from './further-icons.ts'
import { icon } from './icons.ts'
import { problemTemplate } from './message.ts'
import { shortfallTemplate } from './shortfall.ts'
import type { View } from './view.ts'

/** What is to be said in the place of the three facts; null when there is nothing. */
export function furtherMessage(view: View, checkout: Checkout | null): TemplateResult | null {
  const { state, text } = view
  if (state.phase === 'error') {
    const { shortfall } = state.problem
    return shortfall
      ? shortfallTemplate(view, state.checkout, shortfall, 'alert')
      : otherWalletTemplate(view, state)
  }
  if (checkout?.emailRefused) return lineTemplate('problem', icon('alert'), text.emailRefused)
  const patience = patienceOf(state, text)
  if (patience) return lineTemplate('info', furtherIcon('clock'), patience, waysOn(view))
  const notice = checkout && noticeOf(checkout, text)
  if (notice) return lineTemplate('info', furtherIcon('info'), notice)
  if (state.phase !== 'reviewing') return null
  const shortfall = shortfallIn(state.checkout)
  return shortfall && shortfallTemplate(view, state.checkout, shortfall, 'status')
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
      // Of an opening that another tab began, this page cannot say that its reader has signed.
      return state.signature ? text.slowOpening : text.slowService
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
function waysOn(view: View): TemplateResult | typeof nothing {
  const { state, text } = view
  if (state.phase !== 'connecting' && !asksWallet(state)) return nothing
  return html`<div class="ways">${wayTemplate(view, text.askAgain, 'ask_again_pressed')}${wayToOtherWallet(view)}</div>`
}

/** A wallet that does not connect or cannot sign in may never do so, and there is no row of who pays to leave it by. */
function otherWalletTemplate(view: View, { retry, problem }: StateIn<'error'>): TemplateResult | null {
  if (retry !== 'connect' && retry !== 'sign_in') return null
  return problemTemplate(view.describe(problem), html`<div class="ways">${wayToOtherWallet(view)}</div>`)
}

function wayToOtherWallet(view: View): TemplateResult {
  return wayTemplate(view, view.text.changeWalletLabel, 'change_wallet_pressed')
}

function wayTemplate(
  { send }: View,
  label: string,
  type: 'ask_again_pressed' | 'change_wallet_pressed',
): TemplateResult {
  return html`<button type="button" class="text-button" @click=${() => send({ type })}>${label}</button>`
}

function noticeOf({ notice, shortfall }: Checkout, text: Text): string | null {
  if (!notice) return null
  if (notice !== 'contract_balance_low' || !shortfall) return text.notices[notice]
  const figure = (ausd: string) => formatDecimal(ausd, { locale: text.locale })
  const { balance, needed, missing } = shortfall
  return `${text.notices[notice]} ${text.notEnough(figure(balance), figure(needed), figure(missing))}`
}
