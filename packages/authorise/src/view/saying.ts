import { html, nothing, type TemplateResult } from 'lit'
import { formatInstant } from '../format/format-instant.ts'
import { formatMoney } from '../format/format-money.ts'
import { shortfallIn } from '../machine/shortfall.ts'
import { type Checkout, checkoutOf, type State, type StateIn } from '../machine/state.ts'
import type { Text } from '../text/text.ts'
import { carryingText, failedTemplate } from './carry-on.ts'
import { infoTemplate } from './info-line.ts'
import { icon } from './later-icons.ts'
import { factsTemplate, problemTemplate } from './message.ts'
import { shortfallText } from './problem-text.ts'
import type { View } from './view.ts'
import { isWalletAsked } from './wallet-shows.ts'

/** Below the button: three quiet facts, or in their place a failure, a wait, or a notice. */
export function sayingTemplate(view: View): TemplateResult {
  const { state, text } = view
  const checkout = checkoutOf(state)
  if (state.phase === 'error')
    return html`${errorTemplate(view, state)}${failedTemplate(view, state.checkout)}`
  if (checkout?.emailRefused)
    return html`<div class="message problem" id="message" role="alert">${icon('alert')}<p>${text.emailRefused}</p></div>`
  const patience = patienceOf(state, text)
  if (patience) return infoTemplate('clock', patience, { id: 'message', ways: waysOn(view) })
  const notice = checkout && noticeOf({ ...state, checkout }, text)
  if (notice) return infoTemplate('info', notice, { id: 'message' })
  const carrying = carryingText(view)
  if (carrying || isWalletAsked(view)) return carrying ?? html``
  return html`<div class="message" id="message">${factsTemplate(text)}</div>`
}

function errorTemplate(view: View, { checkout, problem, retry }: StateIn<'error'>): TemplateResult {
  // A wallet that does not connect may never do so, and there is no row of who pays to leave it by.
  const leaves = retry === 'connect' && checkout.connection === null
  const ways = leaves ? html`<div class="ways">${wayToOtherWallet(view)}</div>` : nothing
  // Declining is an answer, not a failure.
  const isAnswer = problem.code === 'user_rejected'
  return problemTemplate(view.describe(problem), ways, isAnswer ? 'neutral' : '')
}

/** After ten seconds of waiting: the cause of the wait, and advice. */
function patienceOf(state: State, text: Text): string | null {
  if (!('slow' in state && 'checkout' in state) || !state.slow) return null
  switch (state.phase) {
    case 'connecting':
      return state.pairing ? null : text.slowWallet(state.wallet.name)
    default:
      return asksWallet(state) ? slowSigner(state, text) : text.slowService
  }
}

/** The signatures of a contract wallet under a meter's terms may take minutes, and by when they are needed is known. */
function slowSigner({ phase, checkout }: State & { checkout: Checkout }, text: Text): string {
  const { lock, connection } = checkout
  if (phase === 'signing' && lock?.accountKind === 'contract')
    return text.slowShared(formatInstant(lock.terms.open_by, text.locale))
  return connection ? text.slowWallet(connection.walletName) : text.slowService
}

function asksWallet(state: State): boolean {
  return 'step' in state && (state.step === 'wallet' || state.step === 'chain')
}

/** Out of a wait for a wallet that may never answer. */
function waysOn(view: View): TemplateResult | typeof nothing {
  const { state, text } = view
  if (state.phase !== 'connecting' && !asksWallet(state)) return nothing
  return html`<div class="ways">${wayTemplate(view, text.tryAgain, 'retry_pressed')}${wayToOtherWallet(view)}</div>`
}

function wayToOtherWallet(view: View): TemplateResult {
  return wayTemplate(view, view.text.changeWalletLabel, 'change_wallet_pressed')
}

function wayTemplate(
  { send }: View,
  label: string,
  type: 'retry_pressed' | 'change_wallet_pressed',
): TemplateResult {
  return html`<button type="button" class="text-button" @click=${() => send({ type })}>${label}</button>`
}

function noticeOf({ phase, checkout }: State & { checkout: Checkout }, text: Text): string | null {
  const { notice, openElsewhere, lock } = checkout
  if (notice === 'signed_elsewhere') {
    if (!openElsewhere) return null
    const { depositUsd, openBy } = openElsewhere
    return text.signedElsewhere(formatMoney(depositUsd, text), formatInstant(openBy, text.locale))
  }
  if (notice === 'account_changed') return text.accountChanged
  if (notice === 'disconnected') return `${text.problems.wallet_moved} ${text.advice.unlock}`
  // Asked all the same: a contract wallet may be filled until the service opens its meter.
  const isAsked = (phase === 'signing' || phase === 'opening') && lock !== null && !lock.isKnown
  const shortfall = isAsked ? shortfallIn(checkout) : null
  if (!shortfall) return null
  const { title, advice } = shortfallText(shortfall, text)
  return `${title} ${advice}`
}
