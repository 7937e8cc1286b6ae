import type { ErrorEnvelope } from '@per-second/protocol/errors'
import { ChainError } from '../chain/chain-error.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { StorageError } from '../storage/storage-error.ts'
import { answerHeaders, type RequestContext, respond } from './respond.ts'

/**
 * The one place where any thrown value becomes a response. An unexpected error reveals nothing about the inside of the
 * service.
 */
export function answerError(
  context: RequestContext,
  thrown: unknown,
  { log, config }: Pick<Deps, 'log' | 'config'>,
): Response {
  const error = toApiError(thrown)
  if (error.status >= 500) {
    const { requestId, template, traceparent } = context
    const details = { requestId, route: template, code: error.code, err: error.cause ?? error }
    log.error({ ...details, ...(traceparent !== null && { traceparent }) }, 'request failed')
  }
  if (error.retryAfter !== undefined) context.headers['Retry-After'] = String(error.retryAfter)
  if (error.status === 401) context.headers['WWW-Authenticate'] = challenge(context.showedCredential)
  const body = JSON.stringify(errorEnvelope(error, config.publicUrl))
  return respond(context, { status: error.status, body })
}

/** An error's answer to bytes that never reached a route: broken HTTP, and requests that are left when the service ends. */
export function bareAnswer(requestId: string, error: ApiError) {
  const body = JSON.stringify(errorEnvelope(error))
  const headers: Record<string, string> = {
    ...answerHeaders(requestId),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
  }
  return { status: error.status, headers, body }
}

/** The body of an error. Its message ends with a link to its code, which is relative without the public address. */
function errorEnvelope(error: ApiError, publicUrl: string | null = null): ErrorEnvelope {
  return {
    error: {
      type: error.type,
      message: `${error.message} See ${publicUrl ?? ''}/docs/errors#${error.code}`,
      code: error.code,
      ...(error.param !== undefined && { param: error.param }),
    },
  }
}

/**
 * The challenge of a 401 (RFC 9110, section 11.6.1), in the words of RFC 6750, section 3. It names an invalid token if
 * there was one, and no error without a credential. The envelope's `code` tells why the token is not valid.
 */
function challenge(showedCredential: boolean): string {
  return showedCredential ? 'Bearer realm="per-second", error="invalid_token"' : 'Bearer realm="per-second"'
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof ChainError) {
    return new ApiError('chain_unavailable', 'The chain is not responding. Try again shortly.', {
      cause: thrown,
    })
  }
  // The database is silent, another process has taken over, or too many units change the same rows: all of it passes.
  if (thrown instanceof StorageError) {
    return new ApiError('internal_error', 'The database cannot do this right now. It is safe to try again.', {
      status: 503,
      retryAfter: 1,
      cause: thrown,
    })
  }
  return new ApiError('internal_error', 'Something went wrong on our side. It is safe to try again.', {
    cause: thrown,
  })
}
