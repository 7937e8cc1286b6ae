import { isWaiting } from './machine/is-waiting.ts'
import type { State } from './machine/state.ts'

const SLOW_AFTER_MS = 10_000

/** Tells when the service, the wallet or the chain has been waited for so long that a person wants a way on. */
export class WaitTimer {
  readonly #prolonged: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(prolonged: () => void) {
    this.#prolonged = prolonged
  }

  changed(before: State, state: State): void {
    const isSame = isWaiting(before) && before.phase === state.phase && stepOf(before) === stepOf(state)
    // What has turned slow and is so no more was asked for again.
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
