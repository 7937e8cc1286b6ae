import { SIGN_IN_CHALLENGE_SECONDS, signInText } from '@per-second/protocol/sign-in'
import { toUnixMillis, toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { CheckoutSession, Customer, SignInChallenge, Subscription } from '../domain/entities.ts'
import { random } from '../domain/id.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import { issueClientToken } from './client-token.ts'
import type { Operation } from './operation.ts'

/**
 * Makes an EIP-4361 text for the page that asks, single use, for five minutes: for the wallet that authorised the session.
 *
 * @throws {ApiError} `sign_in_domain_mismatch` for an origin that is no web page's, `parameter_invalid` for another chain,
 *   `checkout_session_not_complete`, `session_already_claimed` when another wallet has authorised it
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
  await ownerOf(operation.tx, session, walletAddress)
  const issuedAt = toUnixSeconds(operation.now)
  const expiresAt = issuedAt + SIGN_IN_CHALLENGE_SECONDS
  const nonce = random(26)
  const challenge: SignInChallenge = {
    id: nonce,
    sessionId: session.id,
    address: walletAddress,
    origin,
    message: signInText({ origin, address: walletAddress, chainId, nonce, issuedAt, expiresAt }),
    expiresAt: toUnixMillis(expiresAt),
    usedAt: null,
  }
  await operation.tx.challenges.insert(challenge)
  return challenge
}

/**
 * Checks a signed sign-in text against the challenge it claims to answer: byte for byte, then the signature itself (docs/money.md, rule 45). Reads the
 * chain (contract wallets answer for themselves), so it runs outside any unit of work.
 *
 * @returns that challenge, which is not used up yet
 * @throws {ApiError} `sign_in_nonce_invalid`, `sign_in_expired`, `sign_in_domain_mismatch`, `signature_invalid`
 */
export async function verifySignIn(
  deps: { storage: Storage; now: UnixMillis; chain: Chain },
  parameters: { session: CheckoutSession; message: string; signature: Hex; origin: string | null },
): Promise<SignInChallenge> {
  const { session, message, signature } = parameters
  const nonce = /^Nonce: ([a-z0-9]+)$/m.exec(message)?.[1]
  const challenge = nonce === undefined ? null : await deps.storage.read(tx => tx.challenges.get(nonce))
  if (challenge === null || challenge.sessionId !== session.id || challenge.usedAt !== null) {
    throw new ApiError(
      'sign_in_nonce_invalid',
      'This sign-in text is unknown or was used. Request a new one.',
      {
        param: 'message',
      },
    )
  }
  if (deps.now >= challenge.expiresAt) {
    throw new ApiError('sign_in_expired', 'This sign-in text has expired. Request a new one.', {
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
  return challenge
}

/**
 * Signs in a subscriber who comes back to a meter: uses up the challenge and returns a token of its own.
 *
 * @param parameters.challenge a challenge whose signature {@link verifySignIn} has accepted
 * @throws {ApiError} `sign_in_nonce_invalid` when the challenge was used meanwhile
 */
export async function completeSignIn(
  operation: Operation,
  parameters: { session: CheckoutSession; challenge: SignInChallenge },
): Promise<{ token: string; expiresAt: UnixMillis; customer: Customer }> {
  const { session, challenge } = parameters
  const { tx, now } = operation
  const { customer, subscription } = await ownerOf(tx, session, challenge.address)
  if (!(await tx.challenges.consume(challenge.id, now))) {
    throw new ApiError('sign_in_nonce_invalid', 'This sign-in text was used. Request a new one.', {
      param: 'message',
    })
  }
  return { ...(await issueClientToken(operation, subscription)), customer }
}

/**
 * The customer of a complete session's meter, if this wallet owns it.
 *
 * @throws {ApiError} `checkout_session_not_complete`, `session_already_claimed`
 */
async function ownerOf(
  tx: Transaction,
  session: CheckoutSession,
  address: Address,
): Promise<{ customer: Customer; subscription: Subscription }> {
  const { status, customerId, subscriptionId } = session
  if (status !== 'complete' || customerId === null || subscriptionId === null) {
    throw new ApiError(
      'checkout_session_not_complete',
      'Signing in is for coming back to a meter. This session has not been authorised.',
    )
  }
  const customer = await tx.customers.get(customerId)
  const subscription = await tx.subscriptions.get(subscriptionId)
  if (!customer || !subscription) throw new Error(`Session ${session.id} has lost its meter.`)
  if (customer.walletKey === address.toLowerCase()) return { customer, subscription }
  throw new ApiError(
    'session_already_claimed',
    'Another wallet has authorised this checkout. Sign in with that wallet.',
    { param: 'wallet_address' },
  )
}

/** The page a request comes from: its `Origin`, or the host of `success_url` for a caller that sends none. */
function pageOrigin(origin: string | null, session: CheckoutSession): string {
  const page = origin ?? new URL(session.successUrl).origin
  if (!/^https?:\/\//.test(page)) {
    throw new ApiError('sign_in_domain_mismatch', 'Signing in works from a web page (http or https) only.')
  }
  // The origin becomes two lines of the text that a wallet shows, so only an origin that a browser sends may stand
  // there.
  if (URL.parse(page)?.origin !== page) {
    throw new ApiError(
      'sign_in_domain_mismatch',
      'The Origin header must be a plain origin, as browsers send it: https://shop.example.',
    )
  }
  return page
}

function domainOf(message: string): string {
  return message.slice(0, message.indexOf(' '))
}
