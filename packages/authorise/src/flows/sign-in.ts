import type { CheckoutSession } from '@per-second/protocol/types'
import { isOfSession } from '../is-of-session.ts'
import type { KeptSignIn } from '../token-store.ts'
import { connectedWallet, type Flow, sameAddress, verifiedChain } from './flow.ts'

/** Proves the account to the service: challenge, our own text, one signature, a token (EIP-4361). */
export async function signIn(flow: Flow): Promise<void> {
  const [chain, signing] = await Promise.all([verifiedChain(flow), flow.signing()])
  const wallet = await connectedWallet(flow)
  const { connection, email } = flow.checkout()
  if (!connection) return
  const { address } = connection
  const challenge = await flow.service.challenge(
    flow.sessionId,
    { walletAddress: address, chainId: chain.chain_id },
    { signal: flow.signal },
  )
  const message = signing.verifySignInText({
    message: challenge.message,
    nonce: challenge.nonce,
    origin: flow.ports.pageOrigin(),
    address,
    chainId: chain.chain_id,
    expiresAt: challenge.expires_at,
  })
  flow.dispatch({ type: 'sign_in_waits', step: 'wallet' })
  flow.signal.throwIfAborted()
  const signature = await wallet.signMessage(message)
  flow.signal.throwIfAborted()
  flow.dispatch({ type: 'sign_in_waits', step: 'service' })
  const answer = await flow.service.signIn(
    flow.sessionId,
    { message, signature, email: email.trim() },
    { signal: flow.signal },
  )
  flow.signal.throwIfAborted()
  const { earlier, isFree } = signedBefore(flow, address, answer.session)
  flow.store.write({
    token: answer.client_token,
    customer: answer.customer,
    address,
    walletId: connection.walletId,
    walletName: connection.walletName,
    signature: earlier?.signature ?? null,
    terms: earlier?.terms ?? null,
    subscription: earlier?.subscription ?? null,
    txHash: earlier?.txHash ?? null,
    accountKind: earlier?.accountKind ?? null,
  })
  flow.dispatch({
    type: 'signed_in',
    customer: answer.customer,
    session: answer.session,
    ...(earlier && { kept: earlier }),
    isFree,
  })
}

/**
 * What this account signed under an earlier sign-in of this tab, as long as it may still open this session: nobody is asked for a
 * second signature while one is held. Whether it comes in time is for the service to say. `isFree` when the session has gone on
 * without it: neither another account nor other terms get at one whose opening is in flight.
 */
function signedBefore(
  flow: Flow,
  address: string,
  session: CheckoutSession,
): { earlier: KeptSignIn | null; isFree: boolean } {
  const kept = flow.store.kept()
  if (!kept) return { earlier: null, isFree: false }
  if (!sameAddress(kept.address, address)) return { earlier: null, isFree: true }
  if (isOfSession(kept, session)) return { earlier: kept, isFree: false }
  // Of what nobody signed here nothing is known: another tab's opening may be what is being waited for.
  return { earlier: null, isFree: kept.signature !== null }
}
