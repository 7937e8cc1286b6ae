import { DURATION_UNITS } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { AuthoriseHost } from '../authorise-host.ts'
import type { BrowserStorage } from '../dom/browser-storage.ts'
import type { Entered } from '../machine/event.ts'
import type { SignatureLock } from '../machine/signature-lock.ts'
import type { Ports } from '../ports.ts'
import { oneOf, parsedJson, type Shape, text, wrongField } from '../service/shape.ts'
import { LOCK_PREFIX, type SessionKeys } from '../storage-key.ts'
import { type HeldLock, mergedLock } from './held-lock.ts'
import { recordedLock } from './recorded-lock.ts'

type StorePorts = Pick<Ports, 'storage' | 'tabStorage' | 'held'>

/** Later than any signature's deadline, even on a device whose clock is somewhat wrong. */
const STALE_AFTER_SECONDS = 2_592_000

const UNASKED = { origin: 'read', canBeGivenUp: false, requests: 0, refusals: 0 } as const

/** A client token with the account it belongs to. */
export type KeptToken = {
  token: string
  customer: string
  address: Address
  walletId: string
}

const TOKEN: Shape<KeptToken> = { token: text, customer: text, address: text, walletId: text }

const ENTERED: Shape<Entered> = {
  amount: text,
  unit: oneOf(...DURATION_UNITS.map(({ unit }) => unit)),
  email: text,
}

/**
 * The stored state of one session: signature records for every tab, the token for the browser or this tab alone, the input for this tab.
 * Every script of the page's origin can write to the browser's storage. So a stored record counts only if it is consistent, and the
 * record in this page's memory precedes it.
 */
export class SessionStore {
  readonly keys: SessionKeys
  /** The service's origin. */
  readonly origin: string
  readonly #ports: StorePorts
  readonly #host: Pick<AuthoriseHost, 'remember'>
  #remembered: 'browser' | 'tab'

  constructor(
    ports: StorePorts,
    { keys, origin, host }: { keys: SessionKeys; origin: string; host: Pick<AuthoriseHost, 'remember'> },
  ) {
    this.keys = keys
    this.origin = origin
    this.#ports = ports
    this.#host = host
    this.#remembered = host.remember
  }

  /**
   * The requests that may still open the meter: those made by this page first, then those in its memory, then those only stored. There
   * is more than one only if tabs did not share a storage. A request of this page that was not refused stands, even if another tab gave
   * its digest up.
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

  /** The first of the standing requests; null if there is none. */
  readLock(): SignatureLock | null {
    return this.standing()[0] ?? null
  }

  /** The current record of one digest. */
  lockOf(digest: Hex): SignatureLock | null {
    return this.#recordUnder(this.keys.lock + digest)
  }

  /** Stores the record for every tab, and in this page's memory. */
  writeLock(lock: SignatureLock, given: Partial<HeldLock> = {}): void {
    this.hold(lock, given)
    this.#ports.storage.write(this.keys.lock + lock.digest, JSON.stringify(lock))
  }

  /** Holds the record in memory, where no other script can change it. */
  hold(lock: SignatureLock, given: Partial<HeldLock> = {}): void {
    const name = this.keys.lock + lock.digest
    const before = this.#ports.held.get(name) ?? UNASKED
    this.#ports.held.set(name, { ...before, ...given, lock })
  }

  /** Whether this page itself built its terms from the values on screen. */
  isBuilt(lock: SignatureLock): boolean {
    return this.#heldAs(lock).origin !== 'read'
  }

  /** Whether this page itself saw that the escrow knows the meter. A stored record may claim it, too. */
  hasSeen(lock: SignatureLock): boolean {
    return lock.isKnown && this.isBuilt(lock)
  }

  /** Called before each request to a wallet. Every tab sees the count. */
  countRequest(lock: SignatureLock): void {
    const known = this.lockOf(lock.digest) ?? lock
    this.writeLock({ ...known, asked: known.asked + 1 }, { requests: this.#heldAs(lock).requests + 1 })
  }

  countRefusal(lock: SignatureLock): void {
    this.hold(this.lockOf(lock.digest) ?? lock, { refusals: this.#heldAs(lock).refusals + 1 })
  }

  /** Gives the digest up once every request for it was refused, all of them by this page; false if it stands. */
  giveUp(lock: SignatureLock): boolean {
    const known = this.lockOf(lock.digest)
    const { canBeGivenUp, refusals } = this.#heldAs(lock)
    if (!known || known.isKnown || known.signedAt !== null) return false
    if (!canBeGivenUp || known.asked !== refusals) return false
    this.writeLock({ ...known, isGivenUp: true, draft: '', secret: '', email: '' })
    return true
  }

  /** The digests of this session that were given up, until no signature for them can open a meter. */
  givenUp(): SignatureLock[] {
    return this.#records().filter(({ isGivenUp }) => isGivenUp)
  }

  eraseLock({ digest }: SignatureLock): void {
    this.#ports.held.delete(this.keys.lock + digest)
    this.#ports.storage.erase(this.keys.lock + digest)
  }

  /** The requests for other sessions, at every address of their service. */
  otherLocks(): SignatureLock[] {
    return this.#ports.storage
      .names(LOCK_PREFIX)
      .filter(name => !name.startsWith(this.keys.lock))
      .flatMap(name => this.#recordUnder(name) ?? [])
      .filter(lock => !lock.isGivenUp)
  }

  /** The session of the meter with this id, if this browser signed for it. */
  sessionOf(subscription: string): string | null {
    const { storage } = this.#ports
    const isIts = (name: string) => this.#recordUnder(name)?.subscription === subscription
    const name = storage.names(LOCK_PREFIX).find(isIts)
    return name?.slice(LOCK_PREFIX.length).split(' ')[0] ?? null
  }

  /**
   * Deletes email, draft and secret of long abandoned checkouts, since they can no longer be submitted. The signed terms stay, because
   * only the chain can prove that they are over. `now` in unix seconds.
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
    const stored = recordedLock(parsedJson(storage.read(name)), { session, digest })
    const here = held.get(name)
    return here ? mergedLock(here, stored) : stored
  }

  /** The page may change `remember` at any time. To `tab`, the token leaves the browser's storage. Another tab's stays there otherwise. */
  #tokens(): BrowserStorage {
    const { storage, tabStorage } = this.#ports
    const { remember } = this.#host
    const { token: name } = this.keys
    const kept = remember === 'tab' && this.#remembered !== 'tab' ? storage.read(name) : null
    this.#remembered = remember
    if (kept !== null) {
      tabStorage.write(name, kept)
      storage.erase(name)
    }
    return remember === 'tab' ? tabStorage : storage
  }

  readToken(): KeptToken | null {
    const { token } = this.keys
    return read(this.#tokens(), token, TOKEN) ?? read(this.#ports.tabStorage, token, TOKEN)
  }

  writeToken(token: KeptToken): void {
    this.#tokens().write(this.keys.token, JSON.stringify(token))
  }

  /** After a 401. A token that has been replaced meanwhile is kept. */
  dropToken(token: string): void {
    for (const tokens of [this.#tokens(), this.#ports.tabStorage])
      if (read(tokens, this.keys.token, TOKEN)?.token === token) tokens.erase(this.keys.token)
  }

  readEntered(): Entered | null {
    return read(this.#ports.tabStorage, this.keys.entered, ENTERED)
  }

  writeEntered(entered: Entered): void {
    this.#ports.tabStorage.write(this.keys.entered, JSON.stringify(entered))
  }

  eraseEntered(): void {
    this.#ports.tabStorage.erase(this.keys.entered)
  }
}

function read<T>(storage: BrowserStorage, name: string, shape: Shape<T>): T | null {
  const value = parsedJson(storage.read(name))
  return wrongField(value, shape) === null ? (value as T) : null
}
