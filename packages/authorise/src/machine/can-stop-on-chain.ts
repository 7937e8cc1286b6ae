import { isWaiting } from './is-waiting.ts'
import type { State } from './state.ts'

/** Not while the wallet may be asked for something else; whatever the service is asked for stands in nobody's way. */
export function canStopOnChain(state: State): boolean {
  return state.phase === 'complete' || !isWaiting(state)
}
