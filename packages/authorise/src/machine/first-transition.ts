import { durationEdited, emailEdited, emailLeft } from './edits.ts'
import type { Transition } from './effect.ts'
import { complete, discovering, failing, loading } from './enter.ts'
import type { Event } from './event.ts'
import { isWaiting } from './is-waiting.ts'
import { atLoading, loaded } from './loading.ts'
import { checkoutOf, INITIAL_STATE, isCancelable, isManaging, type State, type StateIn } from './state.ts'

/** The rules of the first screen. Null leaves the decision to the whole machine, which is loaded later. */
export function firstTransition(state: State, event: Event): Transition | null {
  switch (event.type) {
    case 'session_requested':
      return event.sessionId === null
        ? [{ ...INITIAL_STATE }, [{ type: 'abort_flow' }]]
        : loading(event.sessionId, event.isReturn, [{ type: 'abort_flow' }])
    case 'duration_edited':
      return durationEdited(state, event.edit)
    case 'email_edited':
      return emailEdited(state, event.email)
    case 'email_left':
      return emailLeft(state)
    case 'wait_prolonged':
      return slow(state)
    case 'page_restored':
      // The wallet's response may have been lost meanwhile, so a new request is offered at once.
      return state.phase === 'complete' ? null : slow(state)
    case 'cancel_pressed':
      return cancel(state)
    case 'session_loaded':
      return state.phase === 'loading' || state.phase === 'unavailable' ? loaded(event) : null
    case 'session_failed':
      return state.phase === 'loading' ? atLoading(state, event) : null
    case 'connect_pressed':
      return state.phase === 'choosing' && state.wallets === 'unasked' ? discovering(state.checkout) : null
    case 'failed':
      return state.phase === 'choosing' ? failing(state.checkout, event.problem, { retry: 'discover' }) : null
    case 'retry_pressed':
    case 'back_online':
      return tryAgain(state, event)
    default:
      return null
  }
}

function tryAgain(state: State, event: Event): Transition | null {
  if (state.phase === 'loading') return atLoading(state, event)
  if (state.phase === 'unavailable') return loadAgain(state, event)
  const isPart = state.phase === 'error' && state.problem.code === 'module_unavailable'
  return isPart && event.type === 'retry_pressed' ? [state, [{ type: 'reload_page' }]] : null
}

function loadAgain(state: StateIn<'unavailable'>, event: Event): Transition {
  const asksAgain = event.type === 'retry_pressed'
  if (asksAgain && state.problem.code === 'module_unavailable') return [state, [{ type: 'reload_page' }]]
  return asksAgain || isUnreachable(state.problem) ? loading(state.sessionId, false) : [state, []]
}

function slow(state: State): Transition {
  return isWaiting(state) && 'slow' in state ? [{ ...state, slow: true }, []] : [state, []]
}

function cancel(state: State): Transition {
  const checkout = checkoutOf(state)
  if (!checkout || !isCancelable(state)) return [state, []]
  if (isManaging(state)) return complete(checkout, { reading: null, foundOnLoad: true, announcements: [] })
  return [
    { phase: 'canceled', checkout: { ...checkout, notice: null } },
    [{ type: 'abort_flow' }, { type: 'announce_cancel', stays: Boolean(checkout.lock?.signature) }],
  ]
}

/** Whether the service did not respond: the only problem that ends by itself. Its sentence is part of the page. */
function isUnreachable({ code }: { code: string }): boolean {
  return code === 'service_unreachable' || code === 'service_timeout'
}
