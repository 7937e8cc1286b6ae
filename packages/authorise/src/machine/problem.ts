import { AuthoriseError } from '../errors/authorise-error.ts'
import type { Shortfall } from './shortfall.ts'

/** Why something did not work, as data: a stable code, and what its sentence needs. */
export type Problem = {
  code: string
  /** With `insufficient_funds`, where the element read the balance itself. */
  shortfall?: Shortfall
  /** The field in question, with a refusal of what the service asked for; the attribute, with one that is not valid. */
  field?: string
  /** What was caught, for the page's developer. */
  cause?: unknown
}

/** The problem behind a caught error. Everything that is none of ours is `unexpected`. */
export function problemFrom(error: unknown): Problem {
  if (!(error instanceof AuthoriseError)) return { code: 'unexpected', cause: error }
  const { code, field } = error
  const shortfall = 'shortfall' in error ? { shortfall: error.shortfall as Shortfall } : {}
  return { code, ...(field !== null && { field }), ...shortfall, cause: error }
}

/** What the page or its configuration is at fault for, not the person, their wallet or the network. */
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

/** Whether a developer is to be told, in the console. Whatever the element refuses is a fault of what it is given. */
export function isOfThePage({ code }: Problem): boolean {
  return OF_THE_PAGE.has(code) || code.startsWith('refused_') || code === 'unexpected'
}

/** What is over, not sold, or refused for what the page or the service is: the same request gets the same answer. */
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

/** Whether a card does not offer to try again. */
export function isHopeless({ code }: Problem): boolean {
  return HOPELESS.has(code)
}

/** What trying again cannot mend: the page, the session or the service's answers have to change first. */
export function isRetryable(problem: Problem): boolean {
  const { code } = problem
  if (isHopeless(problem) || code === 'session_already_claimed' || code === 'deposit_below_minimum')
    return false
  return !isOfThePage(problem) || ['unexpected', 'module_unavailable', 'page_altered'].includes(code)
}
