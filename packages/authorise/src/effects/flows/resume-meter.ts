import { recordOf } from '../../machine/signature-lock.ts'
import { RefusalError } from '../../signing/refusal-error.ts'
import type { Flow } from './flow.ts'
import { openEscrow } from './open.ts'

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
