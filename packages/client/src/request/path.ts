import { InvalidRequestError } from './errors.ts'

/**
 * A path below `/v1` with an id in it. An id that would change the path (empty, `.` or `..`) is refused before anything is
 * sent: `retrieve('')` must not become a list. Half of a surrogate pair is in no address.
 */
export function resourcePath(collection: string, id: string, action?: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$|\p{Surrogate}/u.test(id)) {
    const details = { param: 'id', code: 'parameter_invalid' }
    throw new InvalidRequestError(
      'invalid_request_error',
      `The id must be a non-empty string (got ${JSON.stringify(id) ?? 'undefined'}).`,
      details,
    )
  }
  return `/v1/${collection}/${encodeURIComponent(id)}${action ? `/${action}` : ''}`
}
