import { atComplete } from './complete.ts'
import type { Transition } from './effect.ts'
import { failing, withCheckout } from './enter.ts'
import type { EventOf } from './event.ts'
import { isWaiting } from './is-waiting.ts'
import type { Problem } from './problem.ts'
import { type ChainStop, checkoutOf, type State } from './state.ts'

/** Not while the wallet may be asked for something else; whatever the service is asked for stands in nobody's way. */
export function canStopOnChain(state: State): boolean {
  if (state.phase === 'complete' || state.phase === 'opening') return true
  return !isWaiting(state) || (state.phase === 'signing_in' && state.step === 'service' && state.slow)
}

/** Whether it can be asked for: it is not under way, and not done. */
export function isStoppable(chainStop: ChainStop | undefined): boolean {
  return chainStop === 'idle' || chainStop === 'failed'
}

/** The payer's own stop, wherever they stand: it needs no service, not even one that still knows the session. */
export function stopOnChain(
  state: State,
  event: EventOf<'stop_on_chain_pressed' | 'stop_sent' | 'stopped_on_chain' | 'stop_failed'>,
): Transition {
  switch (event.type) {
    case 'stop_on_chain_pressed': {
      const { lock, chainStop } = (state.phase === 'unavailable' ? state : checkoutOf(state)) ?? {}
      if (!lock?.isKnown || !isStoppable(chainStop) || !canStopOnChain(state)) return [state, []]
      return [withChainStop(state, 'asked'), [{ type: 'stop_on_chain', lock }]]
    }
    case 'stop_sent':
      return [withChainStop(state, 'sent'), []]
    case 'stopped_on_chain':
      return [withChainStop(state, 'done'), []]
    case 'stop_failed':
      return failed(withChainStop(state, 'failed'), event.problem)
  }
}

function withChainStop(state: State, chainStop: ChainStop): State {
  return state.phase === 'unavailable' ? { ...state, chainStop } : withCheckout(state, { chainStop })[0]
}

/** Whoever could not stop is told why, and keeps the way to try again. */
function failed(state: State, problem: Problem): Transition {
  if (state.phase === 'unavailable') return [{ ...state, problem }, [{ type: 'announce_error', problem }]]
  const checkout = checkoutOf(state)
  if (!checkout?.lock) return [state, []]
  if (state.phase === 'complete') return atComplete(state, { type: 'failed', problem })
  // What has been begun meanwhile goes on.
  if (isWaiting(state)) return [state, [{ type: 'announce_error', problem }]]
  if (state.phase === 'error') return failing(checkout, problem, state.retry, state.wallet)
  return failing(checkout, problem, checkout.lock.signature ? 'open' : 'authorise')
}
