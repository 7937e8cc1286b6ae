import { type CSSResult, html, nothing, type TemplateResult } from 'lit'
import { type ExitPlace, placeOn } from '../dom/exit-with-escrow.ts'
import { isUnanswered } from '../machine/is-unanswered.ts'
import { recordOf } from '../machine/signature-lock.ts'
import type { Checkout, State, StateIn } from '../machine/state.ts'
import { isManaging } from '../machine/state.ts'
import { isOver } from '../meter/meter-status.ts'
import { actionTemplate } from './card.ts'
import {
  carriedOnTemplate,
  carriedPartsTemplate,
  carryingView,
  failedTemplate,
  glanceTemplate,
} from './carry-on.ts'
import { carryOnStyles } from './carry-on-styles.ts'
import { detailsBody, detailsStyles } from './details.ts'
import { exitTemplate } from './exit-link.ts'
import { lockStyles, lockTemplate } from './lock.ts'
import { problemTemplate } from './message.ts'
import { authorisedTemplate, matchesTemplate, meterTemplate } from './meter.ts'
import { meterStyles } from './meter-styles.ts'
import {
  backTemplate,
  canceledTemplate,
  continueTemplate,
  expiredTemplate,
  outcomeStyles,
} from './outcome.ts'
import { pairingStyles, pairingTemplate } from './pairing.ts'
import { primaryTemplate } from './primary.ts'
import { problemText } from './problem-text.ts'
import { receiptStyles, receiptTemplate } from './receipt.ts'
import { sayingTemplate } from './saying.ts'
import { otherWaysTemplate, stopTemplate } from './stops.ts'
import { stopStyles } from './stops-styles.ts'
import type { View } from './view.ts'
import { walletShowsTemplate } from './wallet-shows.ts'
import { identityTemplate, walletsStyles, walletsTemplate } from './wallets.ts'

/** Everything after the first screen, loaded before a state needs it. The card decides the place of each. */
export const screens = {
  content: contentTemplate,
  carrying: carryingView,
  glance: glanceTemplate,
  carriedParts: carriedPartsTemplate,
  details: detailsBody,
  identity: identityTemplate,
  kept: keptTemplate,
  lock: lockTemplate,
  matches: matchesTemplate,
  message: sayingTemplate,
  problemText,
  otherWays: otherWaysTemplate,
  stop: stopTemplate,
  walletChoice: walletChoiceTemplate,
  walletShows: walletShowsTemplate,
  /** Adopted once the later screens are loaded. */
  styles: [
    outcomeStyles,
    detailsStyles,
    walletsStyles,
    pairingStyles,
    lockStyles,
    meterStyles,
    carryOnStyles,
    receiptStyles,
    stopStyles,
  ] satisfies CSSResult[],
}

export type Screens = typeof screens

/** The wallets to choose from, or the way to one on another device, in the place of the button. */
function walletChoiceTemplate(view: View, state: State): TemplateResult | typeof nothing {
  if (state.phase === 'choosing' && Array.isArray(state.wallets)) return walletsTemplate(view, state.wallets)
  if (state.phase === 'connecting' && state.pairing)
    return pairingTemplate(view, { link: state.pairing, name: state.wallet.name })
  return primaryTemplate(view)
}

/** Everything between the rate and the footer, in phases that are no checkout any more. */
function contentTemplate(view: View): TemplateResult | typeof nothing {
  const { state } = view
  switch (state.phase) {
    case 'complete':
      return html`<slot name="done"></slot>${completeTemplate(view, state)}`
    case 'expired':
      return html`${expiredTemplate(view, state.checkout)}${failedTemplate(view, state.checkout)}${lockTemplate(view, state.checkout)}<slot name="help"></slot>`
    case 'canceled':
      return html`${canceledTemplate(view, state.checkout)}${lockTemplate(view, state.checkout)}${primaryTemplate(view)}${backTemplate(view, state.checkout)}<slot name="help"></slot>`
    default:
      return isManaging(state) && 'checkout' in state ? manageTemplate(view, state.checkout) : nothing
  }
}

function manageTemplate(view: View, checkout: Checkout): TemplateResult {
  return html`
    <p class="note">${view.text.manageHint}</p>
    ${actionTemplate(view, checkout)}
  `
}

function completeTemplate(view: View, state: StateIn<'complete'>): TemplateResult {
  const { checkout, reading, problem } = state
  if (view.isLeaving) return html`${authorisedTemplate(view, state)}${continueTemplate(view, checkout)}`
  const onwards = state.foundOnLoad && view.redirect !== 'none' ? continueTemplate(view, checkout) : nothing
  if (reading) {
    const body = isOver(reading.subscription)
      ? receiptTemplate(view, state, reading)
      : meterTemplate(view, state, reading)
    const signedOut = checkout.customer === null ? signInAgainTemplate(view) : nothing
    return html`${body}${carriedOnTemplate(view, state)}${lockBeside(view, state)}${signedOut}${onwards}`
  }
  const isReading = checkout.customer !== null && !problem
  return html`
    ${authorisedTemplate(view, state)}
    ${problem ? problemTemplate(view.describe(problem)) : nothing}
    ${isReading ? html`<p class="note" role="status">${view.text.readingMeter}</p>` : nothing}
    ${lockBeside(view, state)}
    ${checkout.customer === null ? signInAgainTemplate(view) : nothing} ${onwards}
  `
}

/**
 * A signature for this session that is not its meter's may still open another. The meter's own is stopped on the chain where the service
 * cannot be relied on for it, and from the exit where it was not signed for here.
 */
function lockBeside(
  view: View,
  { checkout, reading, problem, slow }: StateIn<'complete'>,
): TemplateResult | typeof nothing {
  const isAnswered = problem === null || !(isUnanswered(problem) || problem.code === 'refused_meter')
  // A stop on-chain that has begun is shown to its end.
  const isUntried = checkout.chainStop === 'idle' && checkout.ownProblem === null
  const isDone = (isAnswered && !slow && isUntried) || (reading && isOver(reading.subscription))
  const isKnown = checkout.lock?.isKnown
  const lock = recordOf(checkout) && (isDone || !isKnown) ? nothing : lockTemplate(view, checkout)
  return isDone || isKnown ? html`${lock}` : html`${lock}${exitBeside(view, placeOn(checkout.chain))}`
}

/** A session that cannot be shown: its signature of this browser, or the exit if the service does not respond. */
function keptTemplate(view: View, state: StateIn<'unavailable'>): TemplateResult {
  const { lock, problem } = state
  return html`${lockTemplate(view, state)}${lock?.isKnown || !isUnanswered(problem) ? nothing : exitBeside(view, lock)}`
}

function exitBeside(view: View, place: ExitPlace | null): TemplateResult | typeof nothing {
  return view.exitHref === null ? nothing : html`<p class="note">${exitTemplate(view, place)}</p>`
}

function signInAgainTemplate(view: View): TemplateResult {
  return html`<p class="note">${view.text.manageHint}</p>${primaryTemplate(view)}`
}
