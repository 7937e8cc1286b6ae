import { type DurationEdit, draftFromSeconds, editDuration, isDurationAllowed } from './duration-draft.ts'
import type { Announcement, Effect, Transition } from './effect.ts'
import { isEmail } from './email.ts'
import { withCheckout } from './enter.ts'
import type { SignatureLock } from './signature-lock.ts'
import { type Checkout, isDurationEditable, isEditable, type State } from './state.ts'

/** The state with another length. The length is announced if it is allowed, and prepared again for "Details". */
export function durationEdited(state: State, edit: DurationEdit): Transition {
  if (!isDurationEditable(state)) return [state, []]
  const { checkout: before } = state
  const duration = editDuration(before.duration, edit)
  const isSame = duration.seconds === before.duration.seconds
  const checkout = { ...before, duration, prepared: isSame ? before.prepared : null }
  const isChosen = !isSame && isDurationAllowed(duration)
  const effects: Effect[] = isChosen ? [{ type: 'announce_change', durationSeconds: duration.seconds }] : []
  const isReviewed = state.phase === 'reviewing' || (state.phase === 'error' && state.retry === 'authorise')
  if (!isReviewed) return [{ ...state, checkout }, effects]
  if (isChosen) effects.push({ type: 'prepare', maxDurationSeconds: duration.seconds })
  return [{ phase: 'reviewing', checkout }, effects]
}

export function emailEdited(state: State, email: string): Transition {
  return isEditable(state) ? withCheckout(state, { email, emailRefused: false }) : [state, []]
}

/** An invalid address is reported when the subscriber leaves the field. Until then the button is disabled without a message. */
export function emailLeft(state: State): Transition {
  if (!isEditable(state)) return [state, []]
  const { email } = state.checkout
  return withCheckout(state, { emailRefused: email.trim() !== '' && !isEmail(email) })
}

/** The screen shows the length of the signature request, even if another tab chose it. */
export function withLock(checkout: Checkout, lock: SignatureLock): [Checkout, Announcement[]] {
  const seconds = lock.terms.max_seconds
  const locked = { ...checkout, lock, email: lock.email, emailRefused: false }
  if (checkout.duration.seconds === seconds) return [locked, []]
  return [
    { ...locked, duration: draftFromSeconds(seconds, checkout.duration.least), prepared: null },
    [{ type: 'announce_change', durationSeconds: seconds }],
  ]
}
