import { atComplete } from './complete.ts'
import type { Transition } from './effect.ts'
import { failing, withCheckout } from './enter.ts'
import type { EventOf } from './event.ts'
import { isWaiting } from './is-waiting.ts'
import type { Problem } from './problem.ts'
import { type ChainStop, type Checkout, checkoutOf, type State } from './state.ts'

/** A prompt of the wallet blocks the stop. A request to the service does not. */
export function canStopOnChain(state: State): boolean {
  if (state.phase === 'complete' || state.phase === 'opening') return true
  return !isWaiting(state) || (state.phase === 'signing_in' && state.step === 'service' && state.slow)
}

/** Whether a stop can be requested: none is under way, and none is done. */
export function isStoppable(chainStop: ChainStop | undefined): boolean {
  return chainStop === 'idle' || chainStop === 'failed'
}

/** The payer's own on-chain stop and reading, in every phase. They work without the service, even if it lost the session. */
export function stopOnChain(
  state: State,
  event: EventOf<
    | 'stop_on_chain_pressed'
    | 'stop_sent'
    | 'stopped_on_chain'
    | 'stop_failed'
    | 'escrow_looked'
    | 'look_pressed'
    | 'look_failed'
  >,
): Transition {
  const { lock, chainStop, isUnread } = (state.phase === 'unavailable' ? state : checkoutOf(state)) ?? {}
  switch (event.type) {
    case 'stop_on_chain_pressed':
      if (!lock?.isKnown || !isStoppable(chainStop) || !canStopOnChain(state)) return [state, []]
      return [onChain(state, { chainStop: 'asked' }), [{ type: 'stop_on_chain', lock }]]
    case 'stop_sent':
      // A confirmed stop ends an earlier refusal, which would stand beside the running meter.
      return [
        onChain(state.phase === 'complete' ? { ...state, problem: null } : state, { chainStop: 'sent' }),
        [],
      ]
    case 'stopped_on_chain':
      return [onChain(state, { chainStop: 'done' }), []]
    case 'stop_failed':
      return failed(onChain(state, { chainStop: 'failed' }), event.problem)
    case 'escrow_looked':
      return isUnread === !event.isRead ? [state, []] : [onChain(state, { isUnread: !event.isRead }), []]
    case 'look_pressed':
      return lock && isUnread && canStopOnChain(state)
        ? [state, [{ type: 'look_at_escrow', lock }]]
        : [state, []]
    case 'look_failed':
      return isUnread ? failed(state, event.problem) : [state, []]
  }
}

function onChain(state: State, change: Partial<Pick<Checkout, 'chainStop' | 'isUnread'>>): State {
  return state.phase === 'unavailable' ? { ...state, ...change } : withCheckout(state, change)[0]
}

/** Reports why the stop failed, and keeps the way to try again. */
function failed(state: State, problem: Problem): Transition {
  if (state.phase === 'unavailable') return [{ ...state, problem }, [{ type: 'announce_error', problem }]]
  const checkout = checkoutOf(state)
  if (!checkout?.lock) return [state, []]
  if (state.phase === 'complete') return atComplete(state, { type: 'failed', problem })
  // A step that has begun meanwhile continues.
  if (isWaiting(state)) return [state, [{ type: 'announce_error', problem }]]
  if (state.phase === 'error') return failing(checkout, problem, state.retry, state.wallet)
  const isOver = state.phase === 'expired'
  return failing(checkout, problem, checkout.lock.signature || isOver ? 'open' : 'authorise')
}
