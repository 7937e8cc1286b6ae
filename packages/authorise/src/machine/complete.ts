import { isOver, type MeterReading } from '../meter/meter-status.ts'
import type { MeterAction } from '../service/answer.ts'
import type { Transition } from './effect.ts'
import { discovering } from './enter.ts'
import type { Event } from './event.ts'
import type { StateIn } from './state.ts'

/** The session is complete: the card shows its meter, then its receipt. */
export function atComplete(state: StateIn<'complete'>, event: Event): Transition {
  const { checkout, control } = state
  switch (event.type) {
    case 'connect_pressed':
      return checkout.customer === null ? discovering(checkout) : [state, []]
    case 'token_found':
      return [
        { ...state, checkout: { ...checkout, customer: event.customer } },
        [{ type: 'read_subscription' }],
      ]
    case 'authorised': {
      if (checkout.customer !== null) return [state, []]
      const { session, customer, reading } = event
      const next = { ...state, checkout: { ...checkout, session, customer }, reading, problem: null }
      return [next, [{ type: 'announce_signed_in', customer }]]
    }
    case 'subscription_read': {
      if (isUndone(state, event.reading)) return [state, []]
      // A reading never closes an open question, nor interrupts an action under way.
      const keeps = control !== 'idle' && !isOver(event.reading.subscription)
      const still = keeps ? {} : ({ control: 'idle', slow: false } as const)
      return [{ ...state, reading: event.reading, problem: null, ...still }, []]
    }
    case 'acted':
      return isUndone(state, event.reading)
        ? [state, []]
        : [{ ...state, reading: event.reading, control: 'idle', slow: false, problem: null }, []]
    case 'pause_pressed':
      return act(state, 'pausing', 'pause')
    case 'resume_pressed':
      return act(state, 'resuming', 'resume')
    case 'stop_confirmed':
      return act(state, 'stopping', 'cancel')
    case 'stop_pressed':
      // The question quotes figures, so they are read again first.
      return control === 'idle'
        ? [{ ...state, control: 'confirming_stop', problem: null }, [{ type: 'read_subscription' }]]
        : [state, []]
    case 'stop_dismissed':
      return control === 'confirming_stop' ? [{ ...state, control: 'idle', slow: false }, []] : [state, []]
    case 'failed': {
      const { problem } = event
      // Refused figures must not prevent a stop.
      const nextControl = control === 'confirming_stop' ? control : 'idle'
      return [{ ...state, control: nextControl, slow: false, problem }, [{ type: 'announce_error', problem }]]
    }
    case 'signed_out':
      return [{ ...state, checkout: { ...checkout, customer: null }, control: 'idle', slow: false }, []]
    case 'page_restored':
      // A restored page does not send the subscriber on a second time.
      return [{ ...state, foundOnLoad: true }, []]
    default:
      return [state, []]
  }
}

/** An end is final: a reading that contradicts it was requested before the end and arrived late. */
function isUndone({ reading: known }: StateIn<'complete'>, late: MeterReading): boolean {
  return known !== null && isOver(known.subscription) && !isOver(late.subscription)
}

function act(
  state: StateIn<'complete'>,
  to: 'pausing' | 'resuming' | 'stopping',
  action: MeterAction,
): Transition {
  if (!state.reading || state.checkout.customer === null) return [state, []]
  const from = action === 'cancel' ? 'confirming_stop' : 'idle'
  if (state.control !== from) return [state, []]
  return [{ ...state, control: to, slow: false, problem: null }, [{ type: 'act', action }]]
}
