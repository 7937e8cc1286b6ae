/** Where a tab keeps the sign-in of one session of one service (protocol rules, section 5). */
export function storageKey(serviceOrigin: string, sessionId: string): string {
  return `billing-authorise ${serviceOrigin} ${sessionId}`
}

/** Where it keeps that the cap is the subscriber's own choice. */
export function capKey(key: string): string {
  return `${key} cap`
}

/** Where it keeps what was entered and is not with the service yet. */
export function draftKey(key: string): string {
  return `${key} draft`
}
