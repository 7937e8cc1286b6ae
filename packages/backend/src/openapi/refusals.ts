import { ERROR_CODES, type ErrorCode, type ErrorType } from '@per-second/protocol/errors'
import { statusOf } from '../domain/api-error.ts'
import { isClientRoute, type Route } from '../routes/route.ts'

/** One refusal of a route: an error's `type` and `code`, and its status. */
export type Refusal = { status: number; type: ErrorType; code: ErrorCode }

/** The response to a request that still waits when the service ends. */
const ENDING: Refusal = { status: 503, type: ERROR_CODES.internal_error, code: 'internal_error' }

/** Every possible refusal of a route: those that follow from its shape, and those that it declares for its own rules. */
export function refusalsOf(route: Route): Refusal[] {
  const codes = new Set<ErrorCode>([
    ...everyRequest(),
    ...authenticationCodes(route),
    ...queryCodes(route),
    ...bodyCodes(route),
    ...(/\{\w+\}/.test(route.path) ? (['resource_missing'] as const) : []),
    ...(route.testOnly ? (['route_not_found'] as const) : []),
    ...(route.auth === 'secret' || isClientRoute(route) ? (['rate_limit_exceeded'] as const) : []),
    ...(route.refusals ?? []),
  ])
  const refusals = [...codes].map(code => refusalOf(code))
  refusals.push(ENDING)
  if (hasCursors(route))
    refusals.push({ status: 400, type: 'invalid_request_error', code: 'resource_missing' })
  return refusals
}

/** The status and type a code usually has. */
export function refusalOf(code: ErrorCode): Refusal {
  const type = ERROR_CODES[code]
  return { code, type, status: statusOf(code) }
}

function everyRequest(): ErrorCode[] {
  return ['http_invalid', 'version_unknown', 'parameter_unknown', 'live_key_in_browser', 'internal_error']
}

function authenticationCodes(route: Route): ErrorCode[] {
  switch (route.auth) {
    case 'secret':
      return ['api_key_missing', 'api_key_invalid', 'api_key_revoked']
    case 'client':
      return ['secret_key_on_client_route', 'client_token_invalid', 'client_token_expired']
    case 'admin':
      return ['api_key_missing', 'api_key_invalid']
    case 'none':
      return isClientRoute(route) ? ['secret_key_on_client_route'] : []
  }
}

function queryCodes(route: Route): ErrorCode[] {
  const fields = Object.keys(route.query.shape)
  if (fields.length === 0) return []
  return fields.includes('limit') ? ['parameter_invalid', 'parameter_out_of_range'] : ['parameter_invalid']
}

function bodyCodes(route: Route): ErrorCode[] {
  if (route.body === null) return []
  const codes: ErrorCode[] = ['json_invalid', 'content_type_unsupported', 'body_too_large']
  const fields = Object.values(route.body.shape)
  if (fields.length > 0) codes.push('parameter_invalid', 'parameter_out_of_range')
  if (fields.some(field => !field.safeParse(undefined).success)) codes.push('parameter_missing')
  if (route.method === 'POST') codes.push('idempotency_key_invalid', 'idempotency_key_reused')
  return codes
}

function hasCursors(route: Route): boolean {
  return 'starting_after' in route.query.shape
}
