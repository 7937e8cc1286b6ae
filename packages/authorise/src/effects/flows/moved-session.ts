import { isUnanswered } from '../../machine/is-unanswered.ts'
import { ServiceError } from '../../service/service-error.ts'
import type { Flow } from './flow.ts'

/**
 * Finds out why a session can no longer change: it is complete or expired, or another tab (or this one, before a lost response) has
 * started an opening.
 */
export async function readMovedSession(flow: Flow): Promise<void> {
  const session = await flow.service.session(flow.sessionId, { signal: flow.signal }).then(
    answer => answer.value,
    error => {
      // The opening may be under way, so the page waits until the service responds.
      if (error instanceof ServiceError && isUnanswered(error)) return null
      throw error
    },
  )
  const isMoved = session !== null && session.status !== 'open'
  flow.dispatch(isMoved ? { type: 'session_read', session } : { type: 'opening_elsewhere' })
}

/** Whether the session has ended by now, despite the failed call. Dispatches the end. */
export async function hasSessionEnded(flow: Flow): Promise<boolean> {
  const answer = await flow.service.session(flow.sessionId, { signal: flow.signal }).catch(() => null)
  if (!answer || answer.value.status === 'open') return false
  flow.dispatch({ type: 'session_read', session: answer.value })
  return true
}
