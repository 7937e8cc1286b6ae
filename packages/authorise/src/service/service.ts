import type {
  Address,
  Authorisation,
  Chain,
  CheckoutSession,
  Hex,
  PreparedAuthorisation,
  SignIn,
  SignInChallenge,
  Subscription,
} from '@per-second/protocol/types'

/** The service's clock as an answer told it. A frozen clock means that no meter ticks (design, section 7). */
export type BillingClock = { now: number; frozen: boolean }

/** An answer with the clock it was given at; `clock` is null when the service did not say. */
export type Answer<T> = { value: T; clock: BillingClock | null }

export type MeterAction = 'pause' | 'resume' | 'cancel'

type Call = { signal?: AbortSignal }

/** The client routes of one service (design, section 5). Every method rejects with a `ServiceError`, or as its signal aborts. */
export type Service = {
  /** Where tokens belong: they are never sent to another origin. */
  readonly origin: string
  session(sessionId: string, call?: Call): Promise<Answer<CheckoutSession>>
  chain(sessionId: string, call?: Call): Promise<Chain>
  challenge(
    sessionId: string,
    body: { walletAddress: Address; chainId: number },
    call?: Call,
  ): Promise<SignInChallenge>
  signIn(
    sessionId: string,
    body: { message: string; signature: Hex; email: string },
    call?: Call,
  ): Promise<SignIn>
  signOut(sessionId: string, token: string, call?: Call): Promise<void>
  prepare(
    sessionId: string,
    token: string,
    body: { maxDurationSeconds: number },
    call?: Call,
  ): Promise<PreparedAuthorisation>
  authorise(
    sessionId: string,
    token: string,
    body: { signature: Hex },
    call?: Call,
  ): Promise<Answer<Authorisation>>
  subscription(subscriptionId: string, token: string, call?: Call): Promise<Answer<Subscription>>
  act(subscriptionId: string, token: string, action: MeterAction, call?: Call): Promise<Answer<Subscription>>
}
