import { submitSignature } from '../effects/flows/open.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import { ServiceError } from '../service/service-error.ts'
import type { ProgramFlow } from './program-flow.ts'

/**
 * Submits the signature until the meter is open and its client token is in the store.
 *
 * @throws {AuthoriseError} `meter_known` where the escrow holds the deposit and the service does not have the meter, `refused_meter`, or
 *   a code of the service
 */
export async function submitRecord(flow: ProgramFlow): Promise<void> {
  try {
    await submitSignature(flow)
  } catch (cause) {
    if (!flow.checkout().lock?.isKnown || !(cause instanceof ServiceError)) throw cause
    const retryable = cause.isTransient
    const service = retryable ? 'does not respond. Call again' : 'denies the meter'
    throw new AuthoriseError('meter_known', `The escrow holds the deposit, and the service ${service}.`, {
      cause,
      retryable,
    })
  }
  await flow.saved()
}
