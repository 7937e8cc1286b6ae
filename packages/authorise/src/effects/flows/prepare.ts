import type { UnixSeconds } from '@per-second/protocol/time'
import type { Chain, PreparedAuthorisation } from '@per-second/protocol/types'
import { AuthoriseError } from '../../errors/authorise-error.ts'
import { pause } from '../../service/pause.ts'
import type { Signing } from '../../signing/signing.ts'
import { WalletError } from '../../wallet/wallet.ts'
import { type Flow, verifiedChain } from './flow.ts'
import { readMovedSession } from './moved-session.ts'
import { openSignatureElsewhere } from './open-signature-elsewhere.ts'

/** The service's draft, and the builder of its terms for an instant: the later of the device's clock and the chain's. */
export type Preparation = {
  chain: Chain
  prepared: PreparedAuthorisation
  /** The 32 bytes behind the claim in the draft, in hex. */
  secret: string
  build(nowSeconds: UnixSeconds): ReturnType<Signing['buildAuthorisation']>
}

/** The length may still change, as long as a person moves the slider. */
const PREPARE_AFTER_MS = 400

/** Prepares the terms for "Details" before they are signed. Failures are reported only on Authorise. */
export async function prepareInBackground(flow: Flow, maxDurationSeconds: number): Promise<void> {
  await pause(PREPARE_AFTER_MS, flow.signal)
  try {
    const { prepared, chain } = await prepare(flow, maxDurationSeconds)
    const now = flow.ports.deviceNow()
    await openSignatureElsewhere(flow, { terms: prepared.terms, chain, now, wallet: null })
  } catch (error) {
    if (flow.signal.aborted || !(error instanceof AuthoriseError)) return
    if (error.code === 'checkout_session_not_open') await readMovedSession(flow).catch(() => undefined)
  }
}

/** Requests terms from the service. The screen shows them only after they were rebuilt and compared. @throws {RefusalError} */
export async function prepare(flow: Flow, maxDurationSeconds: number): Promise<Preparation> {
  const { session, connection } = flow.checkout()
  if (!connection) throw new WalletError('disconnected', 'The wallet is not connected.')
  const [chain, signing, { claim, secret }] = await Promise.all([
    verifiedChain(flow),
    flow.ports.loadSigning(),
    flow.newClaim(),
  ])
  const payer = connection.address
  const { replaces } = flow
  const duration = { max_duration_seconds: maxDurationSeconds }
  const body = { wallet_address: payer, claim, ...duration, ...(replaces && { replaces }) }
  const prepared = await flow.service.prepare(flow.sessionId, body, { signal: flow.signal })
  const place = { session, chain, payer, pins: flow.pins, pageOrigin: flow.ports.pageOrigin() }
  const build = (nowSeconds: UnixSeconds) => {
    const { payee } = flow.checkout()
    return signing.buildAuthorisation({ stated: prepared, ...place, payee, maxDurationSeconds, nowSeconds })
  }
  // A check of the deadline needs a block of the right chain, and the wallet may first have to switch to it.
  build(Math.max(flow.ports.deviceNow(), prepared.sign_by))
  flow.dispatch({ type: 'prepared', prepared: prepared.terms })
  return { chain, prepared, secret, build }
}
