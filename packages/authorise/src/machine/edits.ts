import { type DurationEdit, draftFromSeconds, editDuration, isDurationAllowed } from './duration-draft.ts'
import type { Announcement } from './effect.ts'
import type { SignatureLock } from './signature-lock.ts'
import type { Checkout } from './state.ts'

/** The checkout after an edit, and what there is to tell about it: only another length that may be chosen. */
export function withDuration(checkout: Checkout, edit: DurationEdit): [Checkout, Announcement[]] {
  const duration = editDuration(checkout.duration, edit)
  const isSame = duration.seconds === checkout.duration.seconds
  const told = !isSame && isDurationAllowed(duration)
  return [
    { ...checkout, duration, prepared: isSame ? checkout.prepared : null },
    told ? [{ type: 'announce_change', durationSeconds: duration.seconds }] : [],
  ]
}

/** What is handed in with a signature stays what it was when the wallet was asked. */
export function withEmail(checkout: Checkout, email: string): Checkout {
  return checkout.lock ? checkout : { ...checkout, email, emailRefused: false }
}

/** What the wallet is asked for is what is on screen, also where another tab chose it. */
export function withLock(checkout: Checkout, lock: SignatureLock): [Checkout, Announcement[]] {
  const seconds = lock.terms.max_seconds
  const locked = { ...checkout, lock, email: lock.email, emailRefused: false }
  if (checkout.duration.seconds === seconds) return [locked, []]
  return [
    { ...locked, duration: draftFromSeconds(seconds), prepared: null },
    [{ type: 'announce_change', durationSeconds: seconds }],
  ]
}
