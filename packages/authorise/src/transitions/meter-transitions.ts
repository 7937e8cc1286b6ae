import type { Transition } from '../authorise-effect.ts'
import type { State, StateIn } from '../authorise-state.ts'
import { isOver, type MeterReading } from '../meter.ts'
import type { MeterAction } from '../service/service.ts'

/** A reading made on the way takes nothing from a person who is being asked, or from an action under way. */
export function subscriptionRead(state: State, reading: MeterReading): Transition {
  if (state.phase !== 'complete' || isUndone(state, reading)) return [state, []]
  const keeps = state.control !== 'idle' && !isOver(reading.subscription)
  return [{ ...state, reading, control: keeps ? state.control : 'idle', problem: null }, []]
}

/** The answer to a pause, a resumption or a stop. */
export function acted(state: State, reading: MeterReading): Transition {
  return state.phase === 'complete' && !isUndone(state, reading)
    ? [{ ...state, reading, control: 'idle', problem: null }, []]
    : [state, []]
}

/** An end is final: what says otherwise was asked before it and came late. */
function isUndone({ reading: known }: StateIn<'complete'>, late: MeterReading): boolean {
  return known !== null && isOver(known.subscription) && !isOver(late.subscription)
}

export function stopPressed(state: State): Transition {
  return state.phase === 'complete' && state.control === 'idle'
    ? [{ ...state, control: 'confirming_stop', problem: null }, []]
    : [state, []]
}

export function stopDismissed(state: State): Transition {
  return state.phase === 'complete' && state.control === 'confirming_stop'
    ? [{ ...state, control: 'idle' }, []]
    : [state, []]
}

export function control(
  state: State,
  to: Exclude<StateIn<'complete'>['control'], 'idle' | 'confirming_stop'>,
  action: MeterAction,
): Transition {
  if (state.phase !== 'complete' || !state.reading || state.checkout.customer === null) return [state, []]
  const from = action === 'cancel' ? 'confirming_stop' : 'idle'
  if (state.control !== from) return [state, []]
  return [{ ...state, control: to, problem: null }, [{ type: 'act', action }]]
}
