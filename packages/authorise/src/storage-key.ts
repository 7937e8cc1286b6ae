/** Where a browser keeps what belongs to one session. */
export type SessionKeys = {
  /**
   * What the names of the session's signature records begin with; each ends in a digest. The session's id alone: a page that reaches the
   * same service at another address must not ask for a second signature.
   */
  lock: string
  /** The client token, with whose it is: under the service's origin, and sent nowhere else. */
  token: string
  /** What was entered and is not with the service yet. */
  entered: string
}

/** What the names of all signature records of the page's origin begin with. */
export const LOCK_PREFIX = 'billing-authorise lock '

export function sessionKeys(serviceOrigin: string, sessionId: string): SessionKeys {
  const key = (what: string) => `billing-authorise ${serviceOrigin} ${what} ${sessionId}`
  return { lock: `${LOCK_PREFIX}${sessionId} `, token: key('token'), entered: key('entered') }
}
