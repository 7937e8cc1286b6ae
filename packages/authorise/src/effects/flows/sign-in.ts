import { connectedWallet, type Flow, verifiedChain } from './flow.ts'

/** Proves the account to the service: a challenge, the element's own text, one signature, a token for the meter (EIP-4361). */
export async function signIn(flow: Flow): Promise<void> {
  const [chain, signing] = await Promise.all([verifiedChain(flow), flow.signing()])
  const wallet = await connectedWallet(flow)
  const { connection } = flow.checkout()
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
  const { client_token, customer, session } = await flow.service.signIn(
    flow.sessionId,
    { message, signature },
    { signal: flow.signal },
  )
  flow.signal.throwIfAborted()
  flow.store.writeToken({ token: client_token, customer, address, walletId: connection.walletId })
  flow.dispatch({ type: 'signed_in', customer, session })
}
