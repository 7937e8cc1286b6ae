import type { Transition } from './effect.ts'
import { withCheckout } from './enter.ts'
import type { EventOf } from './event.ts'
import { isWaiting } from './is-waiting.ts'
import { checkoutOf, type OwnSignature, type State } from './state.ts'

/** A prompt of the wallet blocks the stop. A request to the service does not. */
export function canStopOnChain(state: State): boolean {
  if (state.phase === 'complete' || state.phase === 'opening') return true
  return !isWaiting(state) || (state.phase === 'signing_in' && state.step === 'service' && state.slow)
}

/** The payer's own on-chain stop and reading, in every phase. They work without the service, even if it lost the session. */
export function stopOnChain(
  state: State,
  event: EventOf<
    | 'stop_on_chain_pressed'
    | 'stop_sent'
    | 'stopped_on_chain'
    | 'own_failed'
    | 'escrow_looked'
    | 'look_pressed'
  >,
): Transition {
  const own = state.phase === 'unavailable' ? state : checkoutOf(state)
  if (!own?.lock) return [state, []]
  const { lock, chainStop, isUnread } = own
  switch (event.type) {
    case 'stop_on_chain_pressed':
      if (!lock.isKnown || chainStop !== 'idle' || !canStopOnChain(state)) return [state, []]
      return [onChain(state, { chainStop: 'asked', ownProblem: null }), [{ type: 'stop_on_chain', lock }]]
    // A late result can be that of a record that fell: it is for a stop under way only.
    case 'stop_sent':
      return chainStop === 'asked' ? [onChain(state, { chainStop: 'sent' }), []] : [state, []]
    case 'stopped_on_chain':
      return chainStop === 'sent' ? [onChain(state, { chainStop: 'done' }), []] : [state, []]
    // The failure stands beside the way that failed. The phase goes on: it may wait for the service, or have its own problem.
    case 'own_failed': {
      const isStopping = chainStop === 'asked' || chainStop === 'sent'
      if (!isStopping && !isUnread) return [state, []]
      const change = { chainStop: isStopping ? 'idle' : chainStop, ownProblem: event.problem } as const
      return [onChain(state, change), [{ type: 'announce_error', problem: event.problem }]]
    }
    case 'escrow_looked':
      if (isUnread === !event.isRead) return [state, []]
      return [onChain(state, event.isRead ? { isUnread: false, ownProblem: null } : { isUnread: true }), []]
    case 'look_pressed':
      return isUnread && canStopOnChain(state)
        ? [onChain(state, { ownProblem: null }), [{ type: 'look_at_escrow', lock }]]
        : [state, []]
  }
}

function onChain(state: State, change: Partial<OwnSignature>): State {
  return state.phase === 'unavailable' ? { ...state, ...change } : withCheckout(state, change)[0]
}
