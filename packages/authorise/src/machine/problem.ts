import { AuthoriseError } from '../errors/authorise-error.ts'
import type { Shortfall } from './shortfall.ts'

/** The reason of a failure, as data: a stable code, and the values of its sentence. */
export type Problem = {
  code: string
  /** With `insufficient_funds`, where the element read the balance itself. */
  shortfall?: Shortfall
  /** The refused field of a request by the service, or the attribute that is invalid. */
  field?: string
  /** The caught error, for the page's developer. */
  cause?: unknown
}

/** The problem behind a caught error. An error of another class is `unexpected`. */
export function problemFrom(error: unknown): Problem {
  if (!(error instanceof AuthoriseError)) return { code: 'unexpected', cause: error }
  const { code, field } = error
  const shortfall = 'shortfall' in error ? { shortfall: error.shortfall as Shortfall } : {}
  return { code, ...(field !== null && { field }), ...shortfall, cause: error }
}

/** Faults of the page or its configuration, not of the subscriber, the wallet or the network. */
const OF_THE_PAGE = new Set([
  'attribute_invalid',
  'base_url_invalid',
  'module_unavailable',
  'page_altered',
  'page_insecure',
  'resource_missing',
  'response_invalid',
  'render_failed',
  'route_not_found',
  'secret_key_in_page',
  'session_invalid',
  'sign_in_domain_mismatch',
  'wallet_connect_missing',
])

/** Whether the console reports the problem to a developer. Each refusal by the element is a fault of its input. */
export function isOfThePage({ code }: Problem): boolean {
  return OF_THE_PAGE.has(code) || /^(refused_|http_4)/.test(code) || code === 'unexpected'
}

/** Problems that a retry cannot change: the same request gets the same response. */
const HOPELESS = new Set([
  'attribute_invalid',
  'base_url_invalid',
  'checkout_refused',
  'checkout_session_expired',
  'checkout_session_not_open',
  'page_insecure',
  'product_inactive',
  'refused_chain',
  'secret_key_in_page',
  'session_invalid',
  'wallet_connect_missing',
])

/** Whether the card offers no retry. */
export function isHopeless({ code }: Problem): boolean {
  return HOPELESS.has(code)
}

/** Whether a retry can help without a change of the page, the session or the service. */
export function isRetryable(problem: Problem): boolean {
  const { code } = problem
  if (isHopeless(problem) || code === 'session_already_claimed' || code === 'deposit_below_minimum')
    return false
  return !isOfThePage(problem) || ['unexpected', 'module_unavailable', 'page_altered'].includes(code)
}
