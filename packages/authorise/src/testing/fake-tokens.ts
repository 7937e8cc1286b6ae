import { TOKEN_AFTER_END_SECONDS } from '@per-second/protocol/time'
import type { Subscription } from '@per-second/protocol/types'
import { FakeRefusal } from './fake-refusal.ts'

const MOST_TOKENS = 10

/** The client tokens of one meter. */
export class FakeTokens {
  /** The time at which each token was issued. */
  readonly #issued = new Map<string, number>()

  issue(now: number): string {
    const token = `ct_${crypto.randomUUID().replaceAll('-', '')}`
    this.#issued.set(token, now)
    const [oldest] = this.#issued.keys()
    if (oldest !== undefined && this.#issued.size > MOST_TOKENS) this.#issued.delete(oldest)
    return token
  }

  clear(): void {
    this.#issued.clear()
  }

  /** @throws {FakeRefusal} for a token that this meter does not have, or that has expired after it. */
  require(token: string, subscription: Subscription | null, now: number): void {
    const issuedAt = this.#issued.get(token)
    if (issuedAt === undefined) throw new FakeRefusal(401, 'client_token_invalid')
    const endedAt = subscription?.ended_at ?? null
    // A token issued after the end lasts as long from then on.
    if (endedAt !== null && now >= Math.max(endedAt, issuedAt) + TOKEN_AFTER_END_SECONDS)
      throw new FakeRefusal(401, 'client_token_expired')
  }
}
