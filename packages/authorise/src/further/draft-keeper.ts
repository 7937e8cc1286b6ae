import type { AuthoriseController } from '../authorise-controller.ts'
import { checkoutOf, type State } from '../authorise-state.ts'
import { DEFAULT_DURATION_SECONDS } from '../duration/duration-draft.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'

/** Keeps what somebody enters as they enter it, until the session ends. */
export class DraftKeeper {
  readonly #first: AuthoriseController

  constructor(first: AuthoriseController) {
    this.#first = first
    const checkout = checkoutOf(first.state)
    const start = checkout?.session.max_duration_seconds ?? DEFAULT_DURATION_SECONDS
    // Another length may have been chosen before this part was there.
    if (checkout && checkout.duration.seconds !== start) this.#keep()
  }

  get store(): DraftStore | null {
    const { connection, ports } = this.#first
    return connection && createDraftStore(ports.storage, connection.storageKey)
  }

  changed(before: State): void {
    const { state } = this.#first
    if (state.phase === 'complete' || state.phase === 'expired') {
      if (before.phase !== state.phase) this.store?.erase()
      return
    }
    const [then, now] = [checkoutOf(before), checkoutOf(state)]
    if (then && now && (then.duration !== now.duration || then.email !== now.email)) this.#keep()
  }

  #keep(): void {
    const checkout = checkoutOf(this.#first.state)
    if (!checkout) return
    const { amount, unit } = checkout.duration
    this.store?.write({ amount, unit, email: checkout.email })
  }
}
