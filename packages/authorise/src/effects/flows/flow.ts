import type { Chain, WireMeterTerms } from '@per-second/protocol/types'
import type { Event } from '../../machine/event.ts'
import type { Checkout } from '../../machine/state.ts'
import type { Ports } from '../../ports.ts'
import type { Service } from '../../service/fetch-service.ts'
import type { Pins } from '../../signing/pins.ts'
import { verifyChain } from '../../signing/verify-chain.ts'
import { type SigningWallet, type WalletConnection, WalletError } from '../../wallet/wallet.ts'
import type { SessionStore } from '../session-store.ts'
import type { newClaim } from './claim.ts'
import { readChain } from './read-chain.ts'

/**
 * The context of one run of a flow, of a page or of a program. A program is a page with one tab whose storage is its store. After `signal`
 * aborts, its events are dropped.
 */
export type Flow<W extends SigningWallet = SigningWallet> = {
  readonly sessionId: string
  readonly service: Service
  readonly store: SessionStore
  readonly ports: Pick<Ports, 'deviceNow' | 'monotonicNow' | 'pageOrigin' | 'loadSigning' | 'locks'>
  readonly pins: Pins
  /** The session whose meter this checkout carries on. */
  readonly replaces: string | null
  readonly signal: AbortSignal
  /** The number of `chain_unavailable` responses in a row before the submission fails. Each takes up to 15 s. */
  readonly chainPatience: number
  /** The current checkout. */
  checkout(): Pick<
    Checkout,
    'session' | 'chain' | 'connection' | 'lock' | 'email' | 'payee' | 'openElsewhere'
  >
  /** The wallet's connection, once there is one. It needs no checkout. */
  connection(): WalletConnection | null
  wallet(): Promise<W>
  newClaim: typeof newClaim
  /**
   * Called right before the wallet is asked.
   *
   * @throws {AuthoriseError} `page_altered` unless the card shows the amount, `limit_exceeded` for terms beyond a program's limits
   */
  requireAgreed(asked: { terms: WireMeterTerms; depositBaseUnits: bigint }): void
  /** Resolves once the store's records are durable. */
  saved(): Promise<void>
  dispatch(event: Event): void
  /** Dispatches an event of a flow that the page no longer awaits, as long as the session lives. */
  report(event: Event): void
  /** Reads through the wallet, without a prompt, whether the escrow knows the signed meter. */
  readEscrow(): Promise<void>
}

/**
 * The session's chain, checked against the current pins. It is read here if the page could not read it earlier.
 *
 * @throws {RefusalError}
 * @throws {AuthoriseError} `attribute_invalid`
 */
export async function verifiedChain(flow: Flow): Promise<Chain> {
  const { session, chain: known } = flow.checkout()
  const { pins, signal } = flow
  const pageOrigin = flow.ports.pageOrigin()
  if (known) {
    verifyChain({ chain: known, session, pins, pageOrigin })
    return known
  }
  const read = await readChain(flow.service, { session, pins, pageOrigin, signal })
  flow.dispatch(read)
  return read.chain
}

/** The connected wallet. @throws {WalletError} `disconnected` */
export async function connectedWallet<W extends SigningWallet>(flow: Flow<W>): Promise<W> {
  const wallet = await flow.wallet()
  if (!flow.checkout().connection) throw new WalletError('disconnected', 'The wallet is not connected.')
  return wallet
}

/** Waits for the work until `signal` aborts. */
export async function whileWanted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
