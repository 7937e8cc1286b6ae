/** The storage key for the last used wallet: its id only, no account. */
const KEY = 'billing-authorise wallet'

/** The id of the last used wallet in this browser, or null if it is unknown. */
export function readLastWallet(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function writeLastWallet(walletId: string): void {
  try {
    localStorage.setItem(KEY, walletId)
  } catch {
    // Without storage, the list keeps its own order.
  }
}
