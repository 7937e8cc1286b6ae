import type { Chain } from '@per-second/protocol/types'
import type { Event } from '../authorise-event.ts'
import type { Checkout } from '../authorise-state.ts'
import type { Ports, Signing } from '../ports.ts'
import type { Service } from '../service/service.ts'
import type { Pins } from '../signing/pins.ts'
import { verifyChain } from '../signing/verify-chain.ts'
import type { StoredSignIn, TokenStore } from '../token-store.ts'
import { type Wallet, WalletError } from '../wallet/wallet.ts'
import { readChain } from './read-chain.ts'

/** What one run of a flow works with. After `signal` aborts, its events are dropped. */
export type Flow = {
  readonly sessionId: string
  readonly service: Service
  readonly store: TokenStore
  readonly ports: Ports
  readonly pins: Pins
  readonly signal: AbortSignal
  /** The checkout as it is now. */
  checkout(): Checkout
  wallet(): Promise<Wallet>
  signing(): Promise<Signing>
  dispatch(event: Event): void
}

/**
 * The session's chain, read when the page could not get it before, and held to the pins as they are now.
 *
 * @throws {RefusalError}
 * @throws {PinError}
 */
export async function verifiedChain(flow: Flow): Promise<Chain> {
  const { session, chain: known } = flow.checkout()
  const { pins, signal } = flow
  const chain = known ?? (await readChain(flow.service, { session, pins, signal }))
  if (known) verifyChain({ chain, session, pins })
  else flow.dispatch({ type: 'chain_read', chain })
  return chain
}

/** The wallet with the account that signed in, taken up again without a prompt where a reload lost it. @throws {WalletError} */
export async function connectedWallet(flow: Flow): Promise<Wallet> {
  const wallet = await flow.wallet()
  if (flow.checkout().connection) return wallet
  const signIn = flow.store.read()
  const connection = signIn ? await wallet.reconnect(signIn.walletId) : null
  if (!signIn || !connection) throw new WalletError('disconnected', 'The wallet is not connected.')
  if (!sameAddress(connection.address, signIn.address)) {
    throw new WalletError('account_changed', 'The wallet has another account than the one that signed in.')
  }
  return wallet
}

/** The stored sign-in when it belongs to this address. */
export function signInOf(store: TokenStore, address: string): StoredSignIn | null {
  const signIn = store.read()
  return signIn && sameAddress(signIn.address, address) ? signIn : null
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
