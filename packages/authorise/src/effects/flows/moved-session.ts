import { isUnanswered } from '../../machine/is-unanswered.ts'
import { ServiceError } from '../../service/service-error.ts'
import type { Flow } from './flow.ts'

/**
 * Finds out why a session takes no more changes: complete or expired, or an opening is in flight that another tab (or this one,
 * before a lost answer) began.
 */
export async function readMovedSession(flow: Flow): Promise<void> {
  const session = await flow.service.session(flow.sessionId, { signal: flow.signal }).then(
    answer => answer.value,
    error => {
      // Nobody may say that nothing was authorised before it is known: waiting finds out.
      if (error instanceof ServiceError && isUnanswered(error)) return null
      throw error
    },
  )
  const isMoved = session !== null && session.status !== 'open'
  flow.dispatch(isMoved ? { type: 'session_read', session } : { type: 'opening_elsewhere' })
}

/** Whether the session has come to an end by now, whatever the failed call said. The end is dispatched. */
export async function hasSessionEnded(flow: Flow): Promise<boolean> {
  const answer = await flow.service.session(flow.sessionId, { signal: flow.signal }).catch(() => null)
  if (!answer || answer.value.status === 'open') return false
  flow.dispatch({ type: 'session_read', session: answer.value })
  return true
}
