import { TOKEN_AFTER_END_SECONDS, type UnixMillis } from '@per-second/protocol/time'
import type { ClientToken, Subscription } from '../domain/entities.ts'
import { random } from '../domain/id.ts'
import { secretHash } from '../domain/secret-hash.ts'
import type { Operation } from './operation.ts'

/** Most tokens of one meter that are valid at the same time. The oldest are dropped (docs/money.md, rule 49). */
const MAX_TOKENS_OF_METER = 10

const AFTER_END_MILLIS = TOKEN_AFTER_END_SECONDS * 1000

/** Makes a token that reads, pauses, resumes and cancels this one meter, and nothing else. Only its hash is kept. */
export async function issueClientToken(
  { tx, now }: Operation,
  subscription: Subscription,
): Promise<{ token: string; expiresAt: UnixMillis }> {
  const token = `ct_${random(52)}`
  const earlier = await tx.tokens.ofSession(subscription.sessionId)
  const issued: ClientToken = {
    id: secretHash(token),
    sessionId: subscription.sessionId,
    customerId: subscription.customerId,
    expiresAt: Math.max(subscription.terms.expiry * 1000, now) + AFTER_END_MILLIS,
    revokedAt: null,
    // Which of them is the oldest has to be known of those of one instant too: a clock may stand, or go back.
    created: Math.max(now, (earlier[0]?.created ?? 0) + 1),
  }
  const expiresAt = tokenEndsAt(issued, subscription)
  const live = earlier.filter(({ revokedAt }) => revokedAt === null)
  const newest = new Set(live.slice(0, MAX_TOKENS_OF_METER - 1))
  await tx.tokens.remove(earlier.filter(one => !newest.has(one)).map(({ id }) => id))
  await tx.tokens.insert({ ...issued, expiresAt })
  return { token, expiresAt }
}

/**
 * When a token ends: 24 hours after its meter's end, by the service's clock. A token issued after the end lasts 24
 * hours from then on. For a meter that has not ended it is the latest possible instant, which the meter's end never
 * moves further away.
 */
export function tokenEndsAt(
  { expiresAt, created }: Pick<ClientToken, 'expiresAt' | 'created'>,
  { endedAt }: Pick<Subscription, 'endedAt'>,
): UnixMillis {
  return endedAt === null ? expiresAt : Math.min(expiresAt, Math.max(endedAt, created) + AFTER_END_MILLIS)
}
