/** Where the browser keeps which wallet was used last; the id only, no account. */
const KEY = 'billing-authorise wallet'

/** The id of the wallet used last in this browser, or null where that is not known. */
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
    // Where storage is refused, the list keeps its own order.
  }
}
