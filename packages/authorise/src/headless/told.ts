import { AuthoriseError } from '../errors/authorise-error.ts'
import { ServiceError } from '../service/service-error.ts'
import type { ProgramFlow } from './program-flow.ts'

/** Runs work for a program. Every error becomes one {@link AuthoriseError}, which tells whether money can still move. */
export async function told<T>(
  flow: Pick<ProgramFlow, 'until' | 'signed'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await untilAborted(flow, work)
  } catch (error) {
    const signed = flow.signed()
    if (!(error instanceof AuthoriseError)) {
      // Such as a store on a full disk. The cause alone is printed by few programs.
      const reason = error instanceof Error ? error.message : String(error)
      throw new AuthoriseError('unexpected', `The call failed: ${reason}`, { cause: error, signed })
    }
    throw new AuthoriseError(error.code, error.message, {
      cause: error.cause ?? error,
      field: error.field,
      signed,
      retryable: isRetryable(error),
    })
  }
}

/** The signal ends the wait only. The work continues and writes its result to the store. */
function untilAborted<T>({ until: signal }: Pick<ProgramFlow, 'until'>, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () =>
      reject(new AuthoriseError('aborted', 'The call was aborted by its signal.', { cause: signal.reason }))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

function isRetryable(error: AuthoriseError): boolean {
  if (error instanceof ServiceError) return error.isTransient
  return error.code === 'wallet_failed' || error.code === 'aborted' || error.retryable
}
