/** Where a browser keeps what belongs to one session of one service. */
export type SessionKeys = {
  /** What the wallet was asked to sign. */
  lock: string
  /** The client token, with whose it is. */
  token: string
  /** What was entered and is not with the service yet. */
  entered: string
}

const LOCK = 'lock'

export function sessionKeys(serviceOrigin: string, sessionId: string): SessionKeys {
  const key = (what: string) => `${prefixOf(serviceOrigin)}${what} ${sessionId}`
  return { lock: key(LOCK), token: key('token'), entered: key('entered') }
}

/** What the keys of every session's lock of this service begin with. */
export function lockPrefix(serviceOrigin: string): string {
  return `${prefixOf(serviceOrigin)}${LOCK} `
}

function prefixOf(serviceOrigin: string): string {
  return `billing-authorise ${serviceOrigin} `
}
