import { SIGN_IN_CHALLENGE_SECONDS, signInText } from '@per-second/protocol/sign-in'
import { toUnixMillis, toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import { presentCustomer } from '../presenters/present-customer.ts'
import type { Storage } from '../storage/storage.ts'
import { ApiError } from './api-error.ts'
import type { CheckoutSession, ClientToken, Customer, SignInChallenge } from './entities.ts'
import { random } from './id.ts'
import type { Operation } from './operation.ts'
import { recordEvent } from './record-event.ts'
import { secretHash } from './secret-hash.ts'
import { refuseExpired, refuseUnlessOpen } from './session-status.ts'

/** How long a client token is good for, in seconds: 30 minutes (design, section 5). */
const CLIENT_TOKEN_SECONDS = 1_800

/** Customers one session may create, so that a leaked session id cannot fill a merchant's books (protocol rules, section 5). */
const MAX_CUSTOMERS_PER_SESSION = 10

/** A sign-in whose text and signature were found right, before anything is written. */
export type SignInEvidence = { challenge: SignInChallenge }

/**
 * Makes an EIP-4361 text for the page that asks, single use, for five minutes.
 *
 * @throws {ApiError} `sign_in_domain_mismatch` for an origin that is no web page's, `parameter_invalid` for another chain,
 *   `session_already_claimed` when another wallet holds the session, `checkout_session_expired`
 */
export async function issueChallenge(
  operation: Operation,
  parameters: {
    session: CheckoutSession
    walletAddress: Address
    chainId: number
    chain: Chain
    origin: string | null
  },
): Promise<SignInChallenge> {
  const { session, walletAddress, chainId, chain } = parameters
  const origin = pageOrigin(parameters.origin, session)
  if (chainId !== chain.facts.chain_id) {
    throw new ApiError(
      'parameter_invalid',
      `This session settles on chain ${chain.facts.chain_id}, not on ${chainId}. Switch the wallet first.`,
      { param: 'chain_id' },
    )
  }
  await refuseOtherWallet(operation, session, walletAddress)
  const issuedAt = toUnixSeconds(operation.now)
  const expiresAt = issuedAt + SIGN_IN_CHALLENGE_SECONDS
  const nonce = random(26)
  const challenge: SignInChallenge = {
    id: nonce,
    sessionId: session.id,
    address: walletAddress,
    chainId,
    origin,
    message: signInText({ origin, address: walletAddress, chainId, nonce, issuedAt, expiresAt }),
    expiresAt: toUnixMillis(expiresAt),
    usedAt: null,
  }
  await operation.tx.challenges.insert(challenge)
  return challenge
}

/**
 * Checks a signed sign-in text against the challenge it claims to answer: byte for byte, then the signature itself. Reads the
 * chain (contract wallets answer for themselves), so it runs outside any unit of work.
 *
 * @throws {ApiError} `sign_in_nonce_invalid`, `sign_in_expired`, `sign_in_domain_mismatch`, `signature_invalid`
 */
export async function verifySignIn(
  deps: { storage: Storage; now: UnixMillis; chain: Chain },
  parameters: { session: CheckoutSession; message: string; signature: Hex; origin: string | null },
): Promise<SignInEvidence> {
  const { session, message, signature } = parameters
  const nonce = /^Nonce: ([a-z0-9]+)$/m.exec(message)?.[1]
  const challenge = nonce === undefined ? null : await deps.storage.read(tx => tx.challenges.get(nonce))
  if (challenge === null || challenge.sessionId !== session.id || challenge.usedAt !== null) {
    throw new ApiError(
      'sign_in_nonce_invalid',
      'This sign-in text is unknown or was used. Ask for a new one.',
      {
        param: 'message',
      },
    )
  }
  if (deps.now >= challenge.expiresAt) {
    throw new ApiError('sign_in_expired', 'This sign-in text has expired. Ask for a new one.', {
      param: 'message',
    })
  }
  if (
    pageOrigin(parameters.origin, session) !== challenge.origin ||
    domainOf(message) !== domainOf(challenge.message)
  ) {
    throw new ApiError('sign_in_domain_mismatch', 'This sign-in text was made for another page.', {
      param: 'message',
    })
  }
  const genuine =
    message === challenge.message &&
    (await deps.chain.verifyMessage({ address: challenge.address, message, signature }))
  if (!genuine) {
    throw new ApiError(
      'signature_invalid',
      `This is not the signature of ${challenge.address} under the text.`,
      {
        param: 'signature',
      },
    )
  }
  return { challenge }
}

/**
 * Signs a subscriber in: uses up the challenge, finds or makes the customer, and hands out a token for session and customer. A
 * claim by another customer ends the session's earlier tokens; the same subscriber in a second tab does not.
 *
 * @throws {ApiError} `sign_in_nonce_invalid` when the challenge was used meanwhile, `session_already_claimed`
 */
export async function completeSignIn(
  operation: Operation,
  parameters: { session: CheckoutSession; evidence: SignInEvidence; email: string },
): Promise<{ token: string; expiresAt: UnixMillis; customer: Customer; session: CheckoutSession }> {
  const { session, evidence, email } = parameters
  const { challenge } = evidence
  const { tx, now } = operation
  await refuseOtherWallet(operation, session, challenge.address)
  if (!(await tx.challenges.consume(challenge.id, now))) {
    throw new ApiError('sign_in_nonce_invalid', 'This sign-in text was used. Ask for a new one.', {
      param: 'message',
    })
  }
  const known = await tx.customers.byWallet(session, challenge.address.toLowerCase())
  if (known === null && session.customersCreated >= MAX_CUSTOMERS_PER_SESSION) {
    throw new ApiError(
      'session_already_claimed',
      'Too many wallets have signed in to this session. Start a new one.',
    )
  }
  const customer: Customer = known
    ? { ...known, email }
    : {
        id: operation.newId('cus_'),
        merchantId: session.merchantId,
        mode: session.mode,
        email,
        walletAddress: challenge.address,
        walletKey: challenge.address.toLowerCase(),
        subscriptionCount: 0,
        totalSettled: 0n,
        created: now,
      }
  if (known) await tx.customers.update(customer)
  else {
    await tx.customers.insert(customer)
    await recordEvent(operation, session, 'customer.created', presentCustomer(customer))
  }
  const claimed: CheckoutSession = {
    ...session,
    customerId: customer.id,
    customersCreated: session.customersCreated + (known ? 0 : 1),
  }
  await tx.sessions.update(claimed)
  if (session.customerId !== customer.id) await tx.tokens.revokeOfSession(session.id, now)
  const token = `ct_${random(52)}`
  const clientToken: ClientToken = {
    id: secretHash(token),
    mode: session.mode,
    sessionId: session.id,
    customerId: customer.id,
    expiresAt: now + CLIENT_TOKEN_SECONDS * 1000,
    revokedAt: null,
  }
  await tx.tokens.insert(clientToken)
  return { token, expiresAt: clientToken.expiresAt, customer, session: claimed }
}

/**
 * Lets the session go: customer, incomplete subscription and an unfixed cap are dropped from it, its tokens end, the
 * subscription stays retrievable as `incomplete_expired`.
 *
 * @throws {ApiError} `checkout_session_not_open` once a signature was accepted
 */
export async function signOut(operation: Operation, session: CheckoutSession): Promise<CheckoutSession> {
  const { tx, now } = operation
  refuseUnlessOpen(session, now)
  if (session.subscriptionId !== null) {
    const subscription = await tx.subscriptions.get(session.subscriptionId)
    if (subscription) await tx.subscriptions.update({ ...subscription, status: 'incomplete_expired' })
  }
  await tx.tokens.revokeOfSession(session.id, now)
  const released: CheckoutSession = {
    ...session,
    customerId: null,
    subscriptionId: null,
    maxDurationSeconds: session.capFixed ? session.maxDurationSeconds : null,
  }
  await tx.sessions.update(released)
  return released
}

async function refuseOtherWallet(
  operation: Operation,
  session: CheckoutSession,
  address: Address,
): Promise<void> {
  refuseExpired(session, operation.now)
  if (session.subscriptionId === null || session.customerId === null) return
  const holder = await operation.tx.customers.get(session.customerId)
  if (holder && holder.walletKey !== address.toLowerCase()) {
    throw new ApiError(
      'session_already_claimed',
      'Another wallet has prepared this checkout. Start over with that wallet, or begin a new checkout.',
      { param: 'wallet_address' },
    )
  }
}

/** The page a request comes from: its `Origin`, or the host of `success_url` for a caller that sends none. */
function pageOrigin(origin: string | null, session: CheckoutSession): string {
  const page = origin ?? new URL(session.successUrl).origin
  if (!/^https?:\/\//.test(page)) {
    throw new ApiError('sign_in_domain_mismatch', 'Signing in works from a web page (http or https) only.')
  }
  return page
}

function domainOf(message: string): string {
  return message.slice(0, message.indexOf(' '))
}
