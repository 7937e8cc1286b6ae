import type { Hex } from '@per-second/protocol/types'
import { isUnanswered } from '../is-unanswered.ts'
import { ServiceError } from '../service/service-error.ts'
import type { Flow } from './flow.ts'

const REPEAT_MS = 1_000
const POLL_MS = 2_000
const LONGEST_POLL_MS = 15_000
/** How many answers in a row may say that the chain is silent before the subscriber is told; each comes after up to 15 s. */
const CHAIN_PATIENCE = 4

/** Hands the signature in and repeats the call until the opening is included; a repeat acts once (design, section 5). */
export async function openEscrow(flow: Flow, signature: Hex): Promise<void> {
  let patience = CHAIN_PATIENCE
  for (;;) {
    const token = flow.store.read()?.token ?? ''
    const answer = await flow.service
      .authorise(flow.sessionId, token, { signature }, { signal: flow.signal })
      .catch(error => {
        // The service has the signature and goes on by itself; it only could not say how far it is.
        if (error instanceof ServiceError && error.code === 'chain_unavailable' && patience-- > 0) return null
        return refused(flow, error)
      })
    if (!answer) {
      await pause(POLL_MS, flow.signal)
      continue
    }
    const { value, clock } = answer
    flow.signal.throwIfAborted()
    const signIn = flow.store.read()
    if (value.session.status === 'complete') {
      if (signIn) flow.store.write({ ...signIn, signature, txHash: value.tx_hash })
      const reading = {
        subscription: value.subscription,
        readAt: flow.ports.monotonicNow(),
        clockFrozen: clock?.frozen ?? false,
      }
      return flow.dispatch({ type: 'authorised', session: value.session, reading, txHash: value.tx_hash })
    }
    if (signIn) flow.store.write({ ...signIn, txHash: value.tx_hash })
    flow.dispatch({ type: 'opening_sent', txHash: value.tx_hash })
    await pause(REPEAT_MS, flow.signal)
  }
}

/**
 * A signature that the service will not have is not kept for a reload. Whether it only came too late, the service's clock tells.
 *
 * @throws the error, or {@link ServiceError} `signature_late`
 */
async function refused(flow: Flow, error: unknown): Promise<never> {
  if (!(error instanceof ServiceError) || error.isTransient || isUnanswered(error)) throw error
  // The token was refused, not the signature.
  if (error.isSignedOut) throw error
  const signIn = flow.store.read()
  if (signIn) flow.store.write({ ...signIn, signature: null })
  const signBy = flow.checkout().prepared?.signBy
  if (error.code !== 'signature_invalid' || signBy === undefined) throw error
  const answer = await flow.service.session(flow.sessionId, { signal: flow.signal }).catch(() => null)
  const now = answer?.clock?.now ?? flow.ports.deviceNow()
  throw now < signBy
    ? error
    : new ServiceError('signature_late', 'The time to sign was over.', { status: error.status, cause: error })
}

/**
 * Waits for an opening whose signature this page does not have, until it is included or the session is free again. Silence in
 * between decides nothing, so it is only asked less often.
 */
export async function awaitOpening(flow: Flow): Promise<void> {
  let failures = 0
  for (;;) {
    await pause(Math.min(POLL_MS * 2 ** Math.max(0, failures - 1), LONGEST_POLL_MS), flow.signal)
    try {
      if (await isDecided(flow)) return
      failures = 0
    } catch (error) {
      if (!(error instanceof ServiceError) || !isUnanswered(error)) throw error
      failures++
    }
  }
}

/** Whether the opening's fate is known by now; it is dispatched. */
async function isDecided(flow: Flow): Promise<boolean> {
  const { value: session } = await flow.service.session(flow.sessionId, { signal: flow.signal })
  if (session.status !== 'open') {
    flow.dispatch({ type: 'session_read', session })
    return true
  }
  const seconds = flow.checkout().duration.seconds
  const token = flow.store.read()?.token
  if (token === undefined || seconds === null) return false
  try {
    await flow.service.prepare(
      flow.sessionId,
      token,
      { maxDurationSeconds: seconds },
      { signal: flow.signal },
    )
    flow.dispatch({ type: 'opening_released' })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'checkout_session_not_open') return false
    throw error
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
