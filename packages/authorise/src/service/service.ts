import type {
  Address,
  Authorisation,
  CapFixedBy,
  Chain,
  CheckoutSession,
  Hex,
  PreparedAuthorisation,
  SignIn,
  SignInChallenge,
  Subscription,
} from '@per-second/protocol/types'

/** The service's clock as an answer told it. A frozen clock means that no meter ticks. */
export type BillingClock = { now: number; frozen: boolean }

/** An answer with the clock it was given at; `clock` is null when the service did not say. */
export type Answer<T> = { value: T; clock: BillingClock | null }

/** The session's answer says besides who fixed its maximum; `cap` is null when nobody did, or the service did not say. */
export type SessionAnswer = Answer<CheckoutSession> & { cap: CapFixedBy | null }

export type MeterAction = 'pause' | 'resume' | 'cancel'

type Call = { signal?: AbortSignal }

/**
 * The client routes of one service. Every method rejects with a `ServiceError`, or as its signal aborts. What it resolves to has
 * its documented shape, and is the session or subscription that was asked for; `terms` and `typed_data` of a prepared
 * authorisation alone are the service's word, to be compared before anything is signed.
 */
export type Service = {
  session(sessionId: string, call?: Call): Promise<SessionAnswer>
  chain(sessionId: string, call?: Call): Promise<Chain>
  /**
   * A draft to sign; nothing is written or claimed. `claim` is the hexadecimal SHA-256 of a secret that the page keeps. The
   * duration is left out, or null, when the merchant fixed it.
   */
  prepare(
    sessionId: string,
    body: { walletAddress: Address; claim: string; maxDurationSeconds?: number | null },
    call?: Call,
  ): Promise<PreparedAuthorisation>
  /** Hands the signature in. Repeating it with the same draft, secret and signature is how one waits for the opening. */
  authorise(
    sessionId: string,
    body: { draft: string; signature: Hex; secret: string; email: string },
    call?: Call,
  ): Promise<Answer<Authorisation>>
  challenge(
    sessionId: string,
    body: { walletAddress: Address; chainId: number },
    call?: Call,
  ): Promise<SignInChallenge>
  signIn(sessionId: string, body: { message: string; signature: Hex }, call?: Call): Promise<SignIn>
  subscription(subscriptionId: string, token: string, call?: Call): Promise<Answer<Subscription>>
  act(subscriptionId: string, token: string, action: MeterAction, call?: Call): Promise<Answer<Subscription>>
}
