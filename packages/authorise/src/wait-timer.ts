import { isWaiting } from './machine/is-waiting.ts'
import type { State } from './machine/state.ts'

const SLOW_AFTER_MS = 10_000

/** Reports when the wait for the service, the wallet or the chain is so long that the card has to offer another way. */
export class WaitTimer {
  readonly #prolonged: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(prolonged: () => void) {
    this.#prolonged = prolonged
  }

  changed(before: State, state: State): void {
    const isSame = isWaiting(before) && before.phase === state.phase && stepOf(before) === stepOf(state)
    // A phase that was slow and is not any more has made a new request.
    if (isSame && !(isSlow(before) && !isSlow(state))) return
    this.end()
    if (isWaiting(state)) this.#timer = setTimeout(this.#prolonged, SLOW_AFTER_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

function stepOf(state: State): string | null {
  if ('step' in state) return state.step
  return 'control' in state ? state.control : null
}

function isSlow(state: State): boolean {
  return 'slow' in state && state.slow
}
