/** The storage keys of one session. */
export type SessionKeys = {
  /**
   * The prefix of the session's signature records. Each name ends in a digest. It contains the session's id alone: a page that reaches the
   * same service at another address must not request a second signature.
   */
  lock: string
  /** The client token and its customer, under the service's origin. The token is sent to no other origin. */
  token: string
  /** The input that the service does not have yet. */
  entered: string
}

/** The prefix of all signature records of the page's origin. */
export const LOCK_PREFIX = 'billing-authorise lock '

export function sessionKeys(serviceOrigin: string, sessionId: string): SessionKeys {
  const key = (what: string) => `billing-authorise ${serviceOrigin} ${what} ${sessionId}`
  return { lock: `${LOCK_PREFIX}${sessionId} `, token: key('token'), entered: key('entered') }
}
