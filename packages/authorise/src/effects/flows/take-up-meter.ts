import { recordOf } from '../../machine/signature-lock.ts'
import { RefusalError } from '../../signing/refusal-error.ts'
import type { Flow } from './flow.ts'
import { openEscrow } from './open.ts'

/**
 * Finds the token of a meter that was opened from this browser without this page hearing so: another tab has it, or the answer that
 * brought it was lost, and the same signature handed in again brings another. Without either its wallet signs in.
 */
export async function takeUpMeter(flow: Flow): Promise<void> {
  const kept = flow.store.readToken()
  if (kept) return flow.dispatch({ type: 'token_found', customer: kept.customer })
  if (!recordOf(flow.checkout())?.secret) return
  try {
    await openEscrow(flow)
  } catch (error) {
    if (error instanceof RefusalError) throw error
  }
}
