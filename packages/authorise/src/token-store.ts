import type { Address, Hex, WireMeterTerms } from '@per-second/protocol/types'
import { capKey } from './storage-key.ts'
import type { AccountKind } from './wallet/wallet.ts'

/** What a reload needs to go on without asking anybody anything again. */
export type StoredSignIn = {
  token: string
  customer: string
  address: Address
  walletId: string
  walletName: string
  /** The signature given to the service. Until the session is complete, repeating the call is how one waits; then it is for the receipt. */
  signature: Hex | null
  /** The signed terms, with which a payer can stop and reclaim from a block explorer should the service be gone. */
  terms: WireMeterTerms | null
  txHash: Hex | null
  /** Who answered for the account when it was asked to sign. */
  accountKind?: AccountKind | null
  /** Whether the wallet was asked to sign and has not answered: a reload loses its answer. */
  asked?: boolean
}

/** Keeps a sign-in for one session of one service in this tab. Nothing here throws: without storage a
 * reload signs in again. */
export type TokenStore = {
  read(): StoredSignIn | null
  write(signIn: StoredSignIn): void
  /** After a 401 or a sign-out. */
  erase(): void
  /** Whether the cap on the session was chosen by the subscriber in this tab, not fixed by the merchant. */
  isCapChosen(): boolean
  markCapChosen(): void
}

/** The store under a session's `storageKey`. */
export function createTokenStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
): TokenStore {
  let kept: StoredSignIn | null = null
  return {
    read: () => attempt(() => parseSignIn(storage.getItem(key))) ?? kept,
    write: signIn => {
      kept = signIn
      attempt(() => storage.setItem(key, JSON.stringify(signIn)))
    },
    erase: () => {
      kept = null
      attempt(() => storage.removeItem(key))
    },
    isCapChosen: () => attempt(() => storage.getItem(capKey(key))) === 'chosen',
    markCapChosen: () => void attempt(() => storage.setItem(capKey(key), 'chosen')),
  }
}

/** Storage is refused in some frames and full in some browsers; neither may stop a payment. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

function parseSignIn(text: string | null): StoredSignIn | null {
  const value: unknown = text === null ? null : JSON.parse(text)
  return isSignIn(value) ? value : null
}

function isSignIn(value: unknown): value is StoredSignIn {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return ['token', 'customer', 'address', 'walletId', 'walletName'].every(
    name => typeof fields[name] === 'string',
  )
}
