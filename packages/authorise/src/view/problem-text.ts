import type { ErrorCode } from '@per-second/protocol/errors'
import { formatDecimal } from '../format/format-money.ts'
import type { Problem } from '../machine/problem.ts'
import type { Shortfall } from '../machine/shortfall.ts'
import type { ProblemKey, ProblemText, Text } from '../text/text.ts'

/** Every code of the service. Only its own internal error says "something went wrong". */
const OF_THE_SERVICE: Record<ErrorCode, ProblemKey> = {
  api_key_missing: 'misconfigured',
  api_key_invalid: 'misconfigured',
  api_key_revoked: 'misconfigured',
  live_key_in_browser: 'misconfigured',
  secret_key_on_client_route: 'misconfigured',
  client_token_invalid: 'signed_out',
  client_token_expired: 'signed_out',
  parameter_missing: 'misconfigured',
  parameter_unknown: 'misconfigured',
  parameter_invalid: 'misconfigured',
  parameter_out_of_range: 'misconfigured',
  json_invalid: 'misconfigured',
  content_type_unsupported: 'misconfigured',
  body_too_large: 'misconfigured',
  url_invalid: 'misconfigured',
  rate_out_of_range: 'misconfigured',
  product_inactive: 'inactive',
  resource_missing: 'not_found',
  route_not_found: 'not_found',
  method_not_allowed: 'misconfigured',
  checkout_session_not_open: 'closed',
  checkout_session_expired: 'expired',
  checkout_session_not_complete: 'invalid_state',
  session_already_claimed: 'claimed',
  deposit_below_minimum: 'deposit_small',
  open_meters_exceeded: 'too_many_meters',
  draft_invalid: 'closed',
  subscription_invalid_state: 'invalid_state',
  pause_not_allowed: 'invalid_state',
  sign_in_nonce_invalid: 'sign_in_late',
  sign_in_expired: 'sign_in_late',
  sign_in_domain_mismatch: 'sign_in_elsewhere',
  signature_invalid: 'signature_invalid',
  insufficient_funds: 'insufficient_funds',
  payer_frozen: 'payer_frozen',
  idempotency_key_reused: 'misconfigured',
  idempotency_key_invalid: 'misconfigured',
  http_invalid: 'misconfigured',
  version_unknown: 'misconfigured',
  rate_limit_exceeded: 'too_many',
  chain_unavailable: 'chain_unavailable',
  internal_error: 'unexpected',
}

/** By code, or by code and field where that says more. */
const KEYS = new Map<string, ProblemKey>(
  Object.entries({
    ...OF_THE_SERVICE,
    no_wallet: 'no_wallet',
    user_rejected: 'user_rejected',
    rejected_unseen: 'rejected_unseen',
    request_pending: 'request_pending',
    locked: 'locked',
    disconnected: 'wallet_moved',
    account_changed: 'wallet_moved',
    chain_mismatch: 'wrong_network',
    chain_not_added: 'wrong_network',
    method_unsupported: 'method_unsupported',
    wallet_failed: 'wallet_failed',
    base_url_invalid: 'misconfigured',
    attribute_invalid: 'misconfigured',
    secret_key_in_page: 'misconfigured',
    session_invalid: 'not_found',
    service_unreachable: 'unreachable',
    module_unavailable: 'unloaded',
    page_insecure: 'insecure',
    page_altered: 'altered',
    response_invalid: 'malformed',
    render_failed: 'malformed',
    asked_in_other_tab: 'other_tab',
    other_account_asked: 'other_account',
    asked_changed: 'asked_changed',
    meter_known: 'meter_known',
    signature_disputed: 'signature_disputed',
    wallet_connect_missing: 'misconfigured',
    service_timeout: 'unreachable',
    checkout_refused: 'closed',
    signature_late: 'signature_late',
    pairing_expired: 'pairing_expired',
    relay_unreachable: 'relay_unreachable',
    'resource_missing replaces': 'replaces_missing',
    'subscription_invalid_state replaces': 'replaces_ended',
    'refused_meter replaced_by': 'replaced_early',
    'refused_meter replaces': 'replaced_not',
  } satisfies Record<string, ProblemKey>),
)

const REFUSALS = new Map<string, keyof Text['refused']>([
  ['refused_chain', 'chain'],
  ['refused_escrow', 'escrow'],
  ['refused_token', 'token'],
  ['refused_terms', 'terms'],
  ['refused_sign_in', 'sign_in'],
  ['refused_meter', 'meter'],
])

/** The checkout's part, or null without a checkout. */
type Context = {
  session: { merchant: { name: string }; max_duration_seconds: number | null }
  /** An earlier request to the wallet, if there was one. */
  lock?: object | null
  /** The account that pays, once it is connected. */
  connection?: object | null
}

/** The failure in the text's language, with advice. Amounts are given in AUSD. */
export function problemText(problem: Problem, checkout: Context | null, text: Text): ProblemText {
  const aboutField = KEYS.get(`${problem.code} ${problem.field}`)
  const refusal = aboutField ? undefined : REFUSALS.get(problem.code)
  if (refusal === 'meter') return { title: text.refused.meter, advice: text.refusedMeterAdvice }
  const [title, words] =
    text.problems[refusal ? 'malformed' : (aboutField ?? KEYS.get(problem.code) ?? otherKey(problem.code))]
  const advice = typeof words === 'string' ? words : words(checkout?.session.merchant.name ?? '')
  if (refusal) return { title: text.refused[refusal], advice: checkout?.lock ? advice : text.refusedAdvice }
  if (problem.code === 'parameter_invalid' && problem.field === 'email')
    return { title: text.emailRefused, advice: '' }
  const { shortfall } = problem
  if (shortfall) return shortfallText(shortfall, text)
  const canChoose = problem.code === 'user_rejected' && checkout?.session.max_duration_seconds === null
  return {
    title,
    advice: canChoose && checkout.connection && !checkout.lock ? `${advice} ${text.otherLength}` : advice,
  }
}

/** An answer of another server than the service is the page's mistake. */
function otherKey(code: string): ProblemKey {
  return code.startsWith('http_4') ? 'misconfigured' : 'unexpected'
}

/** The missing sum and the balance of a wallet, to the last digit. */
export function shortfallText({ balance, needed, missing }: Shortfall, text: Text): ProblemText {
  const figure = (ausd: string) => formatDecimal(ausd, text)
  return { title: text.needsMore(figure(missing)), advice: text.notEnough(figure(balance), figure(needed)) }
}
