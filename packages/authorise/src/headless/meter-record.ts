import { recordedLock } from '../effects/recorded-lock.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import type { SignatureLock } from '../machine/signature-lock.ts'
import { parsedJson } from '../service/shape.ts'

/** The record of one session in a store: the terms that the account was asked to sign, and the client token of the meter. */
export type MeterRecord = { lock: SignatureLock; token: string | null }

/**
 * A record that contradicts itself is an error: a program's store has one writer.
 *
 * @throws {AuthoriseError} `store_unreadable`
 */
export function readRecord(text: string, session: string): MeterRecord {
  const { lock, token } = (parsedJson(text) ?? {}) as { lock?: SignatureLock; token?: unknown }
  const checked = recordedLock(lock, { session, digest: String(lock?.digest) })
  if (checked) return { lock: checked, token: typeof token === 'string' ? token : null }
  throw new AuthoriseError(
    'store_unreadable',
    `The store's record "${session}" is damaged. It may be of a signature that can still move money: keep it, and look at the escrow.`,
  )
}
