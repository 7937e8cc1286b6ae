import type { Hex, WireTypedData } from '@per-second/protocol/types'
import { holdWebLock } from '../../dom/hold-web-lock.ts'
import { AuthoriseError } from '../../errors/authorise-error.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { type SigningWallet, WalletError } from '../../wallet/wallet.ts'
import type { Flow } from './flow.ts'

/** The terms to sign, as they were built, and the timestamp of the latest block at that time. */
export type Asked = { lock: SignatureLock; typedData: WireTypedData; block: number | null }

/**
 * Requests the signature from the wallet, and counts requests and refusals. It continues after the page has stopped waiting: a late
 * signature is recorded, a late refusal is counted.
 */
export async function requestSignature(
  flow: Flow,
  wallet: SigningWallet,
  { lock, typedData, block }: Asked,
): Promise<void> {
  let signature: Hex
  let isMade = false
  /** Why a request was not made. The wallet's port would report it as the wallet's failure. */
  let obstacle: unknown = null
  const asking = async () => {
    obstacle = null
    // This request may have waited in the wallet while another one for the digest failed.
    if (flow.store.lockOf(lock.digest)?.isGivenUp) {
      obstacle = new AuthoriseError('asked_in_other_tab', 'What was to be signed was given up meanwhile.')
      throw obstacle
    }
    flow.store.countRequest(lock)
    await flow.saved().catch(error => {
      flow.store.countRefusal(lock)
      obstacle = error
      throw error
    })
    isMade = true
  }
  try {
    signature = await wallet.signTypedData(typedData, asking)
  } catch (error) {
    const isRefusal =
      error instanceof WalletError && ['user_rejected', 'rejected_unseen'].includes(error.code)
    // A wallet can also refuse or fail before the request, which is no refusal of it, and leaves no other request open.
    if (isMade && isRefusal) flow.store.countRefusal(lock)
    if (!isMade || isRefusal) await giveUp(flow, lock)
    throw obstacle ?? error
  }
  await requireWanted(flow, lock, signature)
  const { ports, store } = flow
  const signedAt = { wall: ports.deviceNow(), monotonicMs: ports.monotonicNow(), block, billing: null }
  const signed = { ...requireRecorded(flow, lock), signature, signedAt }
  store.writeLock(signed)
  await flow.saved()
  flow.report({ type: 'signed', lock: signed })
}

/** A lock that was dropped while its prompt was open cannot open a meter. @throws {AuthoriseError} `asked_in_other_tab` */
function requireRecorded({ store }: Flow, { digest }: SignatureLock): SignatureLock {
  const recorded = store.lockOf(digest)
  if (!recorded) throw new AuthoriseError('asked_in_other_tab', 'The lock fell before the wallet signed.')
  return recorded
}

/** Once every request was refused, the digest is given up and another length may be requested. */
async function giveUp(flow: Flow, lock: SignatureLock): Promise<void> {
  const { store, ports, signal } = flow
  const fall = async () => {
    if (store.giveUp(lock)) flow.report({ type: 'lock_fell', digest: lock.digest })
  }
  // The flow that made the request holds the Web Lock. An aborted flow has released it, and another tab may be requesting.
  if (!signal.aborted) await fall()
  else await holdWebLock(ports.locks, store.keys.lock, fall).catch(() => undefined)
}

/**
 * Drops a signature for a digest that was given up, even if a wallet returns it for another request: both could open a meter.
 *
 * @throws {AuthoriseError} `asked_in_other_tab`, `signature_invalid`
 */
async function requireWanted(flow: Flow, { digest }: SignatureLock, signature: Hex): Promise<void> {
  for (const given of flow.store.givenUp()) {
    if (given.digest === digest)
      throw new AuthoriseError('asked_in_other_tab', 'What was signed here was given up in another tab.')
    const signing = await flow.ports.loadSigning()
    const typedData = signing.typedDataOf(given)
    if (await signing.recoversTo({ typedData, signature, payer: given.terms.payer }))
      throw new AuthoriseError('signature_invalid', 'The wallet signed what was given up.')
  }
}
