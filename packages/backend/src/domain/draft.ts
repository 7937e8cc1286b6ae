import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { type MeterTerms, termsFromWire, termsToWire } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import { ApiError } from './api-error.ts'

/** The purpose for which draft keys are derived from the key of this database's secrets. */
export const DRAFT_KEY_PURPOSE = 'authorisation drafts'

/** The kind of signer: a plain key, one delegated by EIP-7702, or a contract. */
export type AccountKind = 'key' | 'delegated' | 'contract'

/** An authorisation without a signature yet. Only the page that requested it holds it. */
export type Draft = {
  sessionId: string
  /** Reserved for the subscription that accepting it makes. */
  subscriptionId: string
  /** The SHA-256, in hexadecimal, of a secret that the page keeps. */
  claim: string
  account: AccountKind
  /** The subscription that this one carries on, or null for a meter of its own. */
  replaces: string | null
  /** Payer and deadline are in here too. */
  terms: MeterTerms
}

export type Drafts = ReturnType<typeof createDrafts>

const MAC_BYTES = 32

/** Each may cost the chain's endpoints a question. */
const MOST_REFUSALS = 3
/** Drafts whose refusals are remembered: beyond them the oldest go. */
const MOST_REMEMBERED = 10_000

type Sealed = Omit<Draft, 'terms'> & { terms: WireMeterTerms }

/**
 * Hands drafts out and takes them back, under this service's own MAC.
 *
 * @param key the same in every process of one database, and at its next start
 * @param retiring keys whose drafts are still taken back
 */
export function createDrafts(key: Uint8Array, ...retiring: Uint8Array[]) {
  const macBy = (by: Uint8Array, payload: Uint8Array) => createHmac('sha256', by).update(payload).digest()
  const isOwn = (mac: Uint8Array, payload: Uint8Array) =>
    [key, ...retiring].some(each => timingSafeEqual(macBy(each, payload), mac))
  const refusals = new Map<string, number>()
  return {
    seal: (draft: Draft) => {
      const sealed: Sealed = { ...draft, terms: termsToWire(draft.terms) }
      const payload = Buffer.from(JSON.stringify(sealed))
      return Buffer.concat([macBy(key, payload), payload]).toString('base64url')
    },
    /** @returns null for any text that `seal` has not made, to the bit */
    open: (sealed: string): Draft | null => {
      const bytes = Buffer.from(sealed, 'base64url')
      // Decoding ignores characters outside base64url, and bits beyond the last byte.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== sealed) return null
      const payload = bytes.subarray(MAC_BYTES)
      if (!isOwn(bytes.subarray(0, MAC_BYTES), payload)) return null
      const { terms, ...draft } = JSON.parse(payload.toString()) as Sealed
      if ((refusals.get(draft.subscriptionId) ?? 0) >= MOST_REFUSALS) return null
      return { ...draft, terms: termsFromWire(terms) }
    },
    /** Counts a signature that is not the payer's: after the third the draft is none any more, in this process. */
    countRefusal: ({ subscriptionId }: Draft) => {
      refusals.set(subscriptionId, (refusals.get(subscriptionId) ?? 0) + 1)
      const [oldest] = refusals.keys()
      if (refusals.size > MOST_REMEMBERED && oldest !== undefined) refusals.delete(oldest)
    },
  }
}

/**
 * The draft that a page returns for a session, with the secret that proves that this page requested it.
 *
 * @throws {ApiError} `draft_invalid` for every fault: a guesser must not learn which part was right
 */
export function draftOf(drafts: Drafts, given: { sessionId: string; draft: string; secret: string }): Draft {
  const draft = drafts.open(given.draft)
  const claim = Buffer.from(hash('sha256', Buffer.from(given.secret, 'hex')))
  const isOwn = draft?.sessionId === given.sessionId && timingSafeEqual(claim, Buffer.from(draft.claim))
  if (draft && isOwn) return draft
  throw new ApiError(
    'draft_invalid',
    'The draft does not match this session and secret. Call prepare again.',
    {
      param: 'draft',
    },
  )
}
