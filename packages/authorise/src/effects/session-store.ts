import { DURATION_UNITS } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { BrowserStorage } from '../dom/browser-storage.ts'
import type { Entered } from '../machine/entered.ts'
import type { SignatureLock } from '../machine/signature-lock.ts'
import type { Ports } from '../ports.ts'
import { LOCK_PREFIX, type SessionKeys } from '../storage-key.ts'
import { type HeldLock, mergedLock } from './held-lock.ts'
import { recordedLock } from './recorded-lock.ts'

type StorePorts = Pick<Ports, 'storage' | 'tabStorage' | 'held'>

/** Long after any signature's deadline, and any device's clock that is only somewhat wrong. */
const STALE_AFTER_SECONDS = 2_592_000

const UNASKED = { origin: 'read', canBeGivenUp: false, requests: 0, refusals: 0 } as const

/** A client token with the account it belongs to. */
export type KeptToken = {
  token: string
  customer: string
  address: Address
  walletId: string
}

/**
 * What is kept of one session: the signature records for every tab of the browser, the token for it or for this tab alone, what was
 * entered for this tab. Every script of the page's origin can write to the browser's storage. So a record there counts only if it
 * agrees with itself, and what this page holds in memory counts before it.
 */
export class SessionStore {
  readonly keys: SessionKeys
  /** The service's. */
  readonly origin: string
  readonly #ports: StorePorts
  readonly #tokens: BrowserStorage

  constructor(
    ports: StorePorts,
    { keys, origin, remember }: { keys: SessionKeys; origin: string; remember: 'browser' | 'tab' },
  ) {
    this.keys = keys
    this.origin = origin
    this.#ports = ports
    this.#tokens = remember === 'tab' ? ports.tabStorage : ports.storage
  }

  /**
   * What the wallet was asked for and may still be good for: this page's own first, then what it holds, then what is only stored. More
   * than one only where storage was not shared. A request of this page that was not refused stands, even if another tab gave the digest up.
   */
  standing(): SignatureLock[] {
    const { held } = this.#ports
    const weightOf = (lock: SignatureLock) =>
      Number(this.isBuilt(lock)) * 4 +
      Number(held.has(this.keys.lock + lock.digest)) * 2 +
      Number(lock.signature !== null)
    const mayBeSigned = (lock: SignatureLock) => {
      const { requests, refusals } = this.#heldAs(lock)
      return requests > refusals
    }
    return this.#records()
      .filter(lock => !lock.isGivenUp || mayBeSigned(lock))
      .sort((a, b) => weightOf(b) - weightOf(a))
  }

  /** The one that goes before the others; null where nothing stands. */
  readLock(): SignatureLock | null {
    return this.standing()[0] ?? null
  }

  /** The record of one digest as it is now. */
  lockOf(digest: Hex): SignatureLock | null {
    return this.#recordUnder(this.keys.lock + digest)
  }

  /** For every tab of the browser, and for this page as long as it lives. */
  writeLock(lock: SignatureLock, given: Partial<HeldLock> = {}): void {
    this.hold(lock, given)
    this.#ports.storage.write(this.keys.lock + lock.digest, JSON.stringify(lock))
  }

  /** From now on no other script changes it for this page. */
  hold(lock: SignatureLock, given: Partial<HeldLock> = {}): void {
    const name = this.keys.lock + lock.digest
    const before = this.#ports.held.get(name) ?? UNASKED
    this.#ports.held.set(name, { ...before, ...given, lock })
  }

  /** Whether this page itself built its terms from what was on screen. */
  isBuilt(lock: SignatureLock): boolean {
    return this.#heldAs(lock).origin !== 'read'
  }

  /** Whether this page itself saw that the escrow knows the meter: a record that was only read may say so, too. */
  hasSeen(lock: SignatureLock): boolean {
    return lock.isKnown && this.isBuilt(lock)
  }

  /** Before each request to a wallet, for every tab to see. */
  countRequest(lock: SignatureLock): void {
    const known = this.lockOf(lock.digest) ?? lock
    this.writeLock({ ...known, asked: known.asked + 1 }, { requests: this.#heldAs(lock).requests + 1 })
  }

  countRefusal(lock: SignatureLock): void {
    this.hold(this.lockOf(lock.digest) ?? lock, { refusals: this.#heldAs(lock).refusals + 1 })
  }

  /** Gives the digest up once every request for it was refused, all of them by this page; false where it stands. */
  giveUp(lock: SignatureLock): boolean {
    const known = this.lockOf(lock.digest)
    const { canBeGivenUp, refusals } = this.#heldAs(lock)
    if (!known || known.isKnown || known.signedAt !== null) return false
    if (!canBeGivenUp || known.asked !== refusals) return false
    this.writeLock({ ...known, isGivenUp: true, draft: '', secret: '', email: '' })
    return true
  }

  /** What was given up for this session, until nothing signed for it can open a meter. */
  givenUp(): SignatureLock[] {
    return this.#records().filter(({ isGivenUp }) => isGivenUp)
  }

  eraseLock({ digest }: SignatureLock): void {
    this.#ports.held.delete(this.keys.lock + digest)
    this.#ports.storage.erase(this.keys.lock + digest)
  }

  /** What was asked to be signed for other sessions, at whatever address their service was reached. */
  otherLocks(): SignatureLock[] {
    return this.#ports.storage
      .names(LOCK_PREFIX)
      .filter(name => !name.startsWith(this.keys.lock))
      .flatMap(name => this.#recordUnder(name) ?? [])
      .filter(lock => !lock.isGivenUp)
  }

  /** The session whose meter has this id, where this browser signed for it. */
  sessionOf(subscription: string): string | null {
    const { storage } = this.#ports
    const isIts = (name: string) => this.#recordUnder(name)?.subscription === subscription
    const name = storage.names(LOCK_PREFIX).find(isIts)
    return name?.slice(LOCK_PREFIX.length).split(' ')[0] ?? null
  }

  /**
   * Of checkouts long given up, what was signed is kept, for only the chain can say that it is over; address, draft and secret, which
   * nobody can hand in any more, are not. `now` in unix seconds.
   */
  forgetStale(now: number): void {
    const { storage } = this.#ports
    for (const name of storage.names(LOCK_PREFIX)) {
      const lock = name.startsWith(this.keys.lock) ? null : this.#recordUnder(name)
      if (!lock || now < lock.terms.open_by + STALE_AFTER_SECONDS) continue
      if (lock.isGivenUp) storage.erase(name)
      else if (lock.secret) storage.write(name, JSON.stringify({ ...lock, draft: '', secret: '', email: '' }))
    }
  }

  #records(): SignatureLock[] {
    const { storage, held } = this.#ports
    const names = new Set([...held.keys(), ...storage.names(this.keys.lock)])
    return [...names]
      .filter(name => name.startsWith(this.keys.lock))
      .flatMap(name => this.#recordUnder(name) ?? [])
  }

  #heldAs({ digest }: SignatureLock): Omit<HeldLock, 'lock'> {
    return this.#ports.held.get(this.keys.lock + digest) ?? UNASKED
  }

  #recordUnder(name: string): SignatureLock | null {
    const { storage, held } = this.#ports
    const [session = '', digest = ''] = name.slice(LOCK_PREFIX.length).split(' ')
    const stored = recordedLock(storage.read(name), { session, digest })
    const here = held.get(name)
    return here ? mergedLock(here, stored) : stored
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
    return read(this.#ports.tabStorage, this.keys.entered, isEntered)
  }

  writeEntered(entered: Entered): void {
    this.#ports.tabStorage.write(this.keys.entered, JSON.stringify(entered))
  }

  eraseEntered(): void {
    this.#ports.tabStorage.erase(this.keys.entered)
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
