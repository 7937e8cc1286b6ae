import { usdFromBaseUnits } from '@per-second/protocol/money'
import { recordedLock } from '../effects/recorded-lock.ts'
import { AuthoriseError, type SignedDeposit } from '../errors/authorise-error.ts'
import { depositOf, type SignatureLock } from '../machine/signature-lock.ts'
import { parsedJson } from '../service/shape.ts'
import type { MeterStore } from './meter-store.ts'

/** The record of one session: the terms that the account was asked to sign, and the client token of the meter. */
export type MeterRecord = { lock: SignatureLock; token: string | null }

/** The records of one session in a store. A record that contradicts itself is an error: a program's store has one writer. */
export class RecordKeeper {
  readonly #store: MeterStore
  readonly #session: string

  constructor(store: MeterStore, session: string) {
    this.#store = store
    this.#session = session
  }

  /** @throws {AuthoriseError} `store_unreadable` */
  async read(): Promise<MeterRecord | null> {
    const text = await this.#store.read(this.#session)
    if (text === null) return null
    const { lock, token } = (parsedJson(text) ?? {}) as { lock?: SignatureLock; token?: unknown }
    const checked = recordedLock(lock, { session: this.#session, digest: String(lock?.digest) })
    if (checked) return { lock: checked, token: typeof token === 'string' ? token : null }
    throw new AuthoriseError(
      'store_unreadable',
      `The store's record "${this.#session}" is damaged. It may be of a signature that can still move money: keep it, and look at the escrow.`,
    )
  }

  async write(record: MeterRecord): Promise<MeterRecord> {
    await this.#store.write(this.#session, JSON.stringify(record))
    return record
  }

  erase(): Promise<void> {
    return this.#store.erase(this.#session)
  }

  hold<T>(work: () => Promise<T>): Promise<T> {
    return this.#store.hold(this.#session, work)
  }
}

/** The deposit that the account's signature can still move. Null before the account was asked. */
export function signedDeposit({ lock }: MeterRecord): SignedDeposit | null {
  if (lock.asked === 0) return null
  return {
    digest: lock.digest,
    depositUsd: usdFromBaseUnits(depositOf(lock.terms)),
    openBy: lock.terms.open_by,
  }
}
