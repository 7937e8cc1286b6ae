import { usdFromBaseUnits } from '@per-second/protocol/money'
import { css, html, nothing, type TemplateResult } from 'lit'
import { formatMoney } from '../format/format-money.ts'
import { formatTime } from '../format/format-time.ts'
import type { Problem } from '../machine/problem.ts'
import { depositOf, type SignatureLock } from '../machine/signature-lock.ts'
import { type ChainStop, checkoutOf, type OwnSignature } from '../machine/state.ts'
import { canStopOnChain } from '../machine/stop-on-chain.ts'
import type { Text } from '../text/text.ts'
import { copyTemplate } from './details.ts'
import { exitTemplate } from './exit-link.ts'
import { icon } from './later-icons.ts'
import type { View } from './view.ts'

/** The open signature request of this browser's wallet: its amount, its deadline, and the ways out. */
export function lockTemplate(
  view: View,
  { lock, chainStop, isUnread, ownProblem }: OwnSignature,
): TemplateResult | typeof nothing {
  const { text } = view
  if (!lock) return nothing
  const amount = formatMoney(usdFromBaseUnits(depositOf(lock.terms)), text)
  const deadline = formatTime(lock.terms.open_by, text.locale)
  const words = lock.isKnown
    ? knownWords(text, chainStop, amount)
    : lock.signature
      ? text.lock.signed(amount, deadline)
      : askedWords(view, amount, deadline)
  return html`
    <div class="message info lock" part="lock">
      ${icon(lock.isKnown ? 'check' : 'clock')}
      <p>${words}${isUnread && !lock.isKnown ? html` ${text.lock.unread}` : nothing}</p>
      ${lock.isKnown ? copyTemplate(view, text.terms, JSON.stringify(lock.terms, null, 2)) : nothing}
      ${lock.isKnown ? waysOut(view, lock, chainStop) : nothing}
      ${isUnread && !lock.isKnown ? wayToLook(view) : nothing}
      ${ownProblem ? failedTemplate(view, ownProblem) : nothing}
    </div>
  `
}

/** The payer's own stop, and the page's exit if there is one. The exit works in any browser and returns the remainder. */
function waysOut(view: View, lock: SignatureLock, chainStop: ChainStop): TemplateResult | typeof nothing {
  const { text, send, state, exitHref } = view
  const canStop = chainStop !== 'done' && canStopOnChain(state)
  if (!canStop && exitHref === null) return nothing
  return html`<div class="ways">
    ${canStop ? html`<button type="button" class="text-button" aria-disabled=${chainStop === 'idle' ? nothing : 'true'} @click=${() => send({ type: 'stop_on_chain_pressed' })}>${text.lock.stop}</button>` : nothing}
    ${exitTemplate(view, lock)}
  </div>`
}

/** Why the last try failed. */
function failedTemplate({ describe }: View, problem: Problem): TemplateResult {
  const { title, advice } = describe(problem)
  return html`<p class="own-problem" part="error" role="alert"><strong>${title}</strong> ${advice}</p>`
}

/** Where no wallet could be read through without asking it. */
function wayToLook({ text, send, state }: View): TemplateResult | typeof nothing {
  if (!canStopOnChain(state)) return nothing
  const look = () => send({ type: 'look_pressed' })
  return html`<div class="ways"><button type="button" class="text-button" @click=${look}>${text.lock.look}</button></div>`
}

/** With the ways round. The shop of a session that cannot be shown has no name here. */
function askedWords({ state, text }: View, amount: string, deadline: string): string {
  const session = checkoutOf(state)?.session
  const { asked, askedFixed, askedFree } = text.lock
  if (!session) return asked(amount)
  const isFree = session.max_duration_seconds === null && state.phase !== 'expired'
  return `${asked(amount)} ${(isFree ? askedFree : askedFixed)(deadline, session.merchant.name)}`
}

function knownWords({ lock, stopping }: Text, chainStop: ChainStop, amount: string): string {
  if (chainStop === 'done') return lock.stopped
  return chainStop === 'sent' ? stopping : lock.known(amount)
}

/** The open signature request, and the ways out of a wait. */
export const lockStyles = css`
  a.text-button {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .lock {
    padding-bottom: 8px;
  }
  .message:has(.ways) {
    flex-wrap: wrap;
  }
  .message:has(.ways) > p {
    flex: 1;
  }
  .ways {
    display: flex;
    flex-basis: 100%;
    flex-wrap: wrap;
    gap: 0 20px;
    padding-inline-start: 26px;
  }
  .message:has(.ways) > .own-problem {
    flex: 0 0 100%;
    padding-inline-start: 26px;
    color: var(--_danger);
  }
  .message .text-button {
    margin-inline: -6px;
    padding-inline: 6px;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 3px;
    color: var(--_text);
  }
  .message .text-button[aria-disabled] {
    text-decoration: none;
    color: var(--_muted);
    cursor: default;
  }
  .longest {
    display: flex;
    margin-top: 4px;
    font-weight: var(--_weight);
  }
`
