import type { Authorisation } from '@per-second/protocol/types'
import { AuthoriseError } from '../../errors/authorise-error.ts'
import { isUnanswered } from '../../machine/is-unanswered.ts'
import { recordOf, type SignatureLock } from '../../machine/signature-lock.ts'
import type { Answer } from '../../service/answer.ts'
import { pause } from '../../service/pause.ts'
import { ServiceError } from '../../service/service-error.ts'
import { RefusalError } from '../../signing/refusal-error.ts'
import { contradictionOf } from '../contradiction.ts'
import { readingOf } from '../reading-of.ts'
import { type Flow, verifiedChain } from './flow.ts'
import { statedBy } from './stated-by.ts'

const REPEAT_MS = 1_000
const POLL_MS = 2_000
const LONGEST_POLL_MS = 15_000

/**
 * The page's submission. Once the token has arrived, the record loses its secret: a reader could exchange it for another token.
 */
export async function openEscrow(flow: Flow): Promise<void> {
  const opened = await submitSignature(flow)
  if (opened) flow.store.writeLock({ ...opened, draft: '', secret: '', email: '' })
}

/**
 * Submits the signature and repeats the call until the opening is included. A repeat acts once. Returns the record of the open meter,
 * null without a signature.
 */
export async function submitSignature(flow: Flow): Promise<SignatureLock | null> {
  const { lock } = flow.checkout()
  const signature = lock?.signature
  if (!lock || !signature) return null
  const { draft, secret, email } = lock
  const body = { draft, signature, secret, email }
  if (lock.service !== flow.store.origin) await requireSameService(flow, lock)
  let patience = flow.chainPatience
  for (;;) {
    const answer = await flow.service
      .authorise(flow.sessionId, body, { signal: flow.signal })
      .catch(async error => {
        flow.signal.throwIfAborted()
        await flow.readEscrow()
        // The service has the signature and continues by itself. Only its progress is unknown.
        if (error instanceof ServiceError && error.code === 'chain_unavailable' && patience-- > 0) return null
        return refused(flow, lock, error)
      })
    if (!answer) {
      await pause(POLL_MS, flow.signal)
      continue
    }
    flow.signal.throwIfAborted()
    const opened = await accepted(flow, lock, answer)
    if (opened) return opened
    await flow.readEscrow()
    await pause(REPEAT_MS, flow.signal)
  }
}

/**
 * A signature made with a draft from another address is submitted only if it would pay this service in the same way: the same session,
 * payee, operator, fee and escrow.
 *
 * @throws {AuthoriseError} `asked_changed`
 */
async function requireSameService(flow: Flow, lock: SignatureLock): Promise<void> {
  const [chain, signing] = await Promise.all([verifiedChain(flow), flow.ports.loadSigning()])
  const { session, payee } = flow.checkout()
  const { terms } = lock
  try {
    signing.buildAuthorisation({
      stated: statedBy(lock, signing),
      session,
      chain,
      payer: terms.payer,
      payee: payee ?? terms.merchant,
      maxDurationSeconds: terms.max_seconds,
      pins: flow.pins,
      // The service decides whether the signature is too late.
      pageOrigin: flow.ports.pageOrigin(),
      nowSeconds: terms.open_by,
    })
  } catch (cause) {
    throw new AuthoriseError('asked_changed', 'What was signed belongs to another service.', { cause })
  }
}

/** Stores the result of an accepted signature. Its record once the meter is open, null before. @throws {RefusalError} `refused_meter` */
async function accepted(
  flow: Flow,
  lock: SignatureLock,
  authorised: Answer<Authorisation>,
): Promise<SignatureLock | null> {
  const { session, subscription, customer, client_token: token, tx_hash: txHash } = authorised.value
  flow.store.writeToken({ token, customer, address: lock.terms.payer, walletId: lock.walletId })
  const isComplete = session.status === 'complete'
  // This is the first reading of the service's clock since the signature. On the embedded chain no other clock counts.
  const heard = flow.checkout().lock?.signedAt ?? lock.signedAt
  const signedAt = heard && { ...heard, billing: heard.billing ?? authorised.clock?.now ?? null }
  // The chain may have shown the meter since this call began, whatever the service reports.
  const isKnown = lock.isKnown || flow.checkout().lock?.isKnown === true || isComplete
  const record = { ...lock, txHash, signedAt, isKnown }
  flow.store.writeLock(record)
  flow.dispatch({ type: 'locked', lock: record })
  if (!isComplete) return null
  const answer = { ...authorised, value: subscription }
  const readBlock = async () => (await flow.wallet()).latestBlockTimestamp()
  const refused = await contradictionOf({ session, lock: record }, answer, { ports: flow.ports, readBlock })
  flow.signal.throwIfAborted()
  if (refused) throw new RefusalError('refused_meter', refused)
  const reading = readingOf(answer, flow.ports)
  flow.dispatch({ type: 'authorised', session, customer, reading })
  return record
}

/**
 * The meaning of a refusal for the signature. The wallet can correct its mistake in a second request. A signature that recovers to the
 * payer is disputed, not invalid. The service's clock shows whether it was only late.
 *
 * @throws the error, or {@link AuthoriseError} `signature_disputed` or `signature_late`
 */
async function refused(flow: Flow, lock: SignatureLock, error: unknown): Promise<never> {
  const { session, lock: seen } = flow.checkout()
  const isOpen = lock.isKnown || seen?.isKnown === true || session.status === 'complete'
  if (
    !(error instanceof ServiceError) ||
    error.code !== 'signature_invalid' ||
    lock.signature === null ||
    isOpen
  )
    throw error
  const answer = await flow.service.session(flow.sessionId, { signal: flow.signal }).catch(() => null)
  if ((answer?.clock?.now ?? flow.ports.deviceNow()) >= lock.terms.open_by)
    throw new AuthoriseError('signature_late', 'The time to sign was over.', { cause: error })
  const signing = await flow.ports.loadSigning()
  const typedData = signing.typedDataOf(lock)
  const { signature } = lock
  if (await signing.recoversTo({ typedData, signature, payer: lock.terms.payer }))
    throw new AuthoriseError('signature_disputed', 'The service refuses a signature that is right.', {
      cause: error,
    })
  // Another request may have produced another signature since.
  const recorded = flow.store.lockOf(lock.digest) ?? lock
  if (recorded.signature !== signature) throw error
  // The signing time stays in the record, because the service has the signature.
  const unsigned = { ...recorded, signature: null }
  flow.store.writeLock(unsigned)
  flow.dispatch({ type: 'locked', lock: unsigned })
  throw error
}

/**
 * Waits for an opening whose signature this page does not have, until it is included or the session is free again. If the service does
 * not respond, the calls become less frequent.
 */
export async function awaitOpening(flow: Flow): Promise<void> {
  let failures = 0
  for (;;) {
    await pause(Math.min(POLL_MS * 2 ** Math.max(0, failures - 1), LONGEST_POLL_MS), flow.signal)
    try {
      const { value: session } = await flow.service.session(flow.sessionId, { signal: flow.signal })
      if (session.status !== 'open') return flow.dispatch({ type: 'session_read', session })
      if (session.subscription === null) return flow.dispatch({ type: 'opening_released' })
      failures = 0
    } catch (error) {
      if (!(error instanceof ServiceError) || !isUnanswered(error)) throw error
      failures++
    }
  }
}

/**
 * Finds the token of a meter that this browser opened while this page missed the response. Another tab may hold the token. Otherwise
 * a repeated submission of the same signature returns another token. If both fail, the wallet signs in.
 */
export async function resumeMeter(flow: Flow): Promise<void> {
  const stored = flow.store.readToken()
  if (stored) return flow.dispatch({ type: 'token_found', customer: stored.customer })
  if (!recordOf(flow.checkout())?.secret) return
  try {
    await openEscrow(flow)
  } catch (error) {
    if (error instanceof RefusalError) throw error
  }
}
