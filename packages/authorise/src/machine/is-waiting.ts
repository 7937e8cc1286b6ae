import type { State } from './state.ts'

/** The phases that wait for the service or the wallet. Each of them can become slow. */
export function isWaiting(state: State): boolean {
  switch (state.phase) {
    case 'loading':
      return state.sessionId !== null
    case 'connecting':
    case 'signing':
    case 'opening':
      return true
    case 'complete':
      if (state.control !== 'idle') return state.control !== 'confirming_stop'
      return state.checkout.customer !== null && state.reading === null && state.problem === null
    case 'signing_in':
      return state.step !== 'idle'
    default:
      return false
  }
}
