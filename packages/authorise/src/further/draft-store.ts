import { DURATION_UNITS, type DurationUnit } from '@per-second/protocol/time'
import type { Ports } from '../ports.ts'
import { draftKey } from '../storage-key.ts'
import { attempt } from '../token-store.ts'

/** What somebody has entered: the maximum duration as typed, and the address they gave. */
export type Draft = { amount: string; unit: DurationUnit; email: string }

/** Keeps it for one session of one service in this tab, so that a reload loses nothing. Nothing here throws: without storage a
 * reload begins anew. */
export type DraftStore = {
  read(): Draft | null
  write(draft: Draft): void
  /** Once the session has ended. */
  erase(): void
}

/** The draft under a session's `storageKey`. */
export function createDraftStore(storage: Ports['storage'], key: string): DraftStore {
  const own = draftKey(key)
  return {
    read: () => attempt(() => parseDraft(storage.getItem(own))) ?? null,
    write: draft => void attempt(() => storage.setItem(own, JSON.stringify(draft))),
    erase: () => void attempt(() => storage.removeItem(own)),
  }
}

function parseDraft(text: string | null): Draft | null {
  const { amount, unit, email } = (text === null ? null : JSON.parse(text)) ?? {}
  const isDraft =
    typeof amount === 'string' &&
    typeof email === 'string' &&
    DURATION_UNITS.some(known => known.unit === unit)
  return isDraft ? { amount, unit, email } : null
}
