import { DURATION_UNITS } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { BrowserStorage } from '../dom/browser-storage.ts'
import type { Entered } from '../machine/entered.ts'
import type { SignatureLock } from '../machine/signature-lock.ts'
import { lockPrefix, type SessionKeys } from '../storage-key.ts'

/** Long after any signature's deadline, and any device's clock that is only somewhat wrong. */
const STALE_AFTER_SECONDS = 2_592_000

/** A client token with the account it belongs to. */
export type KeptToken = {
  token: string
  customer: string
  address: Address
  walletId: string
}

/**
 * What is kept of one session of one service: the lock for every tab of the browser, the token for it or for this tab alone, what
 * was entered for this tab. What cannot be read is as if it were not there.
 */
export class SessionStore {
  readonly keys: SessionKeys
  readonly #origin: string
  readonly #browser: BrowserStorage
  readonly #tab: BrowserStorage
  readonly #tokens: BrowserStorage

  constructor(
    { storage, tabStorage }: { storage: BrowserStorage; tabStorage: BrowserStorage },
    { keys, origin, remember }: { keys: SessionKeys; origin: string; remember: 'browser' | 'tab' },
  ) {
    this.keys = keys
    this.#origin = origin
    this.#browser = storage
    this.#tab = tabStorage
    this.#tokens = remember === 'tab' ? tabStorage : storage
  }

  readLock(): SignatureLock | null {
    return this.#lockUnder(this.keys.lock)
  }

  writeLock(lock: SignatureLock): void {
    this.#browser.write(this.keys.lock, JSON.stringify(lock))
  }

  eraseLock(): void {
    this.#browser.erase(this.keys.lock)
  }

  /** What was asked to be signed for other sessions of the same service. */
  otherLocks(): SignatureLock[] {
    return this.#browser
      .names(lockPrefix(this.#origin))
      .filter(name => name !== this.keys.lock)
      .flatMap(name => this.#lockUnder(name) ?? [])
  }

  /**
   * Of checkouts long given up, what was signed is kept, for only the chain can say that it is over; address, draft and secret, which
   * nobody can hand in any more, are not. `now` in unix seconds.
   */
  forgetStale(now: number): void {
    for (const name of this.#browser.names(lockPrefix(this.#origin))) {
      const lock = name === this.keys.lock ? null : this.#lockUnder(name)
      if (!lock?.secret || now < lock.terms.open_by + STALE_AFTER_SECONDS) continue
      this.#browser.write(name, JSON.stringify({ ...lock, draft: '', secret: '', email: '' }))
    }
  }

  /** The page that signed may be gone, and with it the meaning of its monotonic clock. */
  #lockUnder(name: string): SignatureLock | null {
    const lock = read<SignatureLock>(this.#browser, name, isLock)
    return lock && { ...lock, signedAt: lock.signedAt && { ...lock.signedAt, monotonicMs: null } }
  }

  readToken(): KeptToken | null {
    return read(this.#tokens, this.keys.token, isKeptToken)
  }

  writeToken(token: KeptToken): void {
    this.#tokens.write(this.keys.token, JSON.stringify(token))
  }

  /** After a 401. A token that has been replaced meanwhile says nothing of the new one. */
  dropToken(token: string): void {
    if (this.readToken()?.token === token) this.#tokens.erase(this.keys.token)
  }

  readEntered(): Entered | null {
    return read(this.#tab, this.keys.entered, isEntered)
  }

  writeEntered(entered: Entered): void {
    this.#tab.write(this.keys.entered, JSON.stringify(entered))
  }

  eraseEntered(): void {
    this.#tab.erase(this.keys.entered)
  }
}

function read<T>(
  storage: BrowserStorage,
  name: string,
  isOne: (value: Record<string, unknown>) => boolean,
): T | null {
  try {
    const value: unknown = JSON.parse(storage.read(name) ?? 'null')
    const isObject = typeof value === 'object' && value !== null
    return isObject && isOne(value as Record<string, unknown>) ? (value as T) : null
  } catch {
    return null
  }
}

function isLock({ terms, ...fields }: Record<string, unknown>): boolean {
  const texts = ['digest', 'subscription', 'escrow', 'draft', 'secret', 'email', 'walletId', 'walletName']
  return (
    typeof terms === 'object' &&
    terms !== null &&
    typeof fields.chainId === 'number' &&
    texts.every(name => typeof fields[name] === 'string')
  )
}

function isKeptToken(fields: Record<string, unknown>): boolean {
  return ['token', 'customer', 'address', 'walletId'].every(name => typeof fields[name] === 'string')
}

function isEntered({ amount, unit, email }: Record<string, unknown>): boolean {
  return (
    typeof amount === 'string' &&
    typeof email === 'string' &&
    DURATION_UNITS.some(known => known.unit === unit)
  )
}
