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
  /** The subscription they are for. */
  subscription?: string | null
  txHash: Hex | null
  /** Who answered for the account when it was asked to sign. */
  accountKind?: AccountKind | null
  /** Whether the wallet was asked to sign and has not answered: a reload loses its answer. */
  asked?: boolean
}

/** A sign-in with or without its token: what was signed outlives the token it was handed in with. */
export type KeptSignIn = Omit<StoredSignIn, 'token'> & { token: string | null }

/** An account's claim on the session that is being given up, until the service has said so. */
export type Departure = Pick<StoredSignIn, 'token' | 'address'>

type StoredRecord = KeptSignIn & { leaving?: boolean }

/** Keeps a sign-in for one session of one service in this tab. Nothing here throws: without storage a
 * reload signs in again. */
export type TokenStore = {
  /** The sign-in whose token is good as far as this tab knows. */
  read(): StoredSignIn | null
  /** The latest sign-in that was not given up, with what was signed under it, though its token may be gone. */
  kept(): KeptSignIn | null
  write(signIn: StoredSignIn): void
  /** After a 401: the token goes, and nothing else. One that has been replaced meanwhile says nothing of the new one. */
  dropToken(token: string): void
  /** Nobody is signed in any more, but the token is still needed to tell the service so. */
  leave(): void
  departure(): Departure | null
  /** After a sign-out. */
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
  let inMemory: StoredRecord | null = null
  const record = () => attempt(() => parseRecord(storage.getItem(key))) ?? inMemory
  const kept = () => {
    const signIn = record()
    return signIn?.leaving ? null : signIn
  }
  const write = (signIn: StoredRecord) => {
    inMemory = signIn
    attempt(() => storage.setItem(key, JSON.stringify(signIn)))
  }
  return {
    read: () => {
      const signIn = kept()
      return signIn && hasToken(signIn) ? signIn : null
    },
    kept,
    write,
    dropToken: token => {
      const signIn = record()
      if (signIn?.token === token) write({ ...signIn, token: null })
    },
    leave: () => {
      const signIn = record()
      if (signIn && hasToken(signIn)) write({ ...signIn, leaving: true })
    },
    departure: () => {
      const signIn = record()
      return signIn?.leaving && hasToken(signIn) ? { token: signIn.token, address: signIn.address } : null
    },
    erase: () => {
      inMemory = null
      attempt(() => storage.removeItem(key))
    },
    isCapChosen: () => attempt(() => storage.getItem(capKey(key))) === 'chosen',
    markCapChosen: () => void attempt(() => storage.setItem(capKey(key), 'chosen')),
  }
}

/** Storage is refused in some frames and full in some browsers; neither may stop a payment. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

function hasToken<T extends KeptSignIn>(signIn: T): signIn is T & { token: string } {
  return signIn.token !== null
}

function parseRecord(text: string | null): StoredRecord | null {
  const value: unknown = text === null ? null : JSON.parse(text)
  return isRecord(value) ? value : null
}

function isRecord(value: unknown): value is StoredRecord {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  if (fields.token !== null && typeof fields.token !== 'string') return false
  return ['customer', 'address', 'walletId', 'walletName'].every(name => typeof fields[name] === 'string')
}
