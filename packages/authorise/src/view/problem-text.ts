import { MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import { formatDecimal } from '../format/format-money.ts'
import type { Problem } from '../machine/problem.ts'
import type { Shortfall } from '../machine/shortfall.ts'
import type { ProblemKey, ProblemText, Text } from '../text/text.ts'

const KEYS = new Map<string, ProblemKey>(
  Object.entries({
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
    insufficient_funds: 'insufficient_funds',
    payer_frozen: 'payer_frozen',
    resource_missing: 'not_found',
    route_not_found: 'not_found',
    base_url_invalid: 'misconfigured',
    attribute_invalid: 'misconfigured',
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
    draft_invalid: 'closed',
    checkout_session_not_complete: 'invalid_state',
    wallet_connect_missing: 'misconfigured',
    service_timeout: 'unreachable',
    rate_limit_exceeded: 'too_many',
    chain_unavailable: 'chain_unavailable',
    checkout_session_expired: 'expired',
    checkout_session_not_open: 'closed',
    checkout_refused: 'closed',
    session_already_claimed: 'claimed',
    product_inactive: 'inactive',
    sign_in_expired: 'sign_in_late',
    sign_in_nonce_invalid: 'sign_in_late',
    sign_in_domain_mismatch: 'sign_in_elsewhere',
    signature_invalid: 'signature_invalid',
    signature_late: 'signature_late',
    pairing_expired: 'pairing_expired',
    relay_unreachable: 'relay_unreachable',
    pause_not_allowed: 'invalid_state',
    subscription_invalid_state: 'invalid_state',
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

/** Of the checkout it is about; null while there is none. */
type Context = {
  session: { merchant: { name: string }; max_duration_seconds: number | null }
  /** What the wallet was asked for before; null, or nothing, where it was not. */
  lock?: object | null
}

/** What went wrong in the text's language, with what to do about it. Amounts are given in AUSD. */
export function problemText(problem: Problem, checkout: Context | null, text: Text): ProblemText {
  const refusal = REFUSALS.get(problem.code)
  if (refusal === 'meter') return { title: text.refused.meter, advice: text.refusedMeterAdvice }
  const [title, words] = text.problems[refusal ? 'malformed' : (KEYS.get(problem.code) ?? 'unexpected')]
  const advice = typeof words === 'string' ? words : words(checkout?.session.merchant.name ?? '')
  if (refusal) return { title: text.refused[refusal], advice: checkout?.lock ? advice : text.refusedAdvice }
  const { shortfall } = problem
  if (!shortfall) return { title, advice }
  const figure = (ausd: string) => formatDecimal(ausd, text)
  const { balance, needed, missing } = shortfall
  const what = text.notEnough(figure(balance), figure(needed), figure(missing))
  return {
    title,
    advice: `${what} ${fundsAdvice(shortfall, typeof checkout?.session.max_duration_seconds === 'number', text) ?? advice}`,
  }
}

function fundsAdvice({ longestSeconds }: Shortfall, capFixed: boolean, text: Text): string | null {
  if (capFixed) return text.fundsFixed
  return longestSeconds < MIN_DURATION_SECONDS ? text.fundsTooLittle : null
}
