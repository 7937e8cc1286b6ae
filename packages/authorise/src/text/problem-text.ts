import { formatDecimal } from '../format/format-money.ts'
import type { Problem } from '../problem.ts'
import type { ProblemKey, ProblemText, RefusalKey, Text } from './text.ts'

const KEYS = new Map<string, ProblemKey>(
  Object.entries({
    no_wallet: 'no_wallet',
    user_rejected: 'user_rejected',
    request_pending: 'request_pending',
    locked: 'locked',
    disconnected: 'wallet_moved',
    account_changed: 'wallet_moved',
    chain_mismatch: 'wrong_network',
    chain_not_added: 'wrong_network',
    method_unsupported: 'method_unsupported',
    wallet_failed: 'wallet_failed',
    insufficient_funds: 'insufficient_funds',
    resource_missing: 'not_found',
    route_not_found: 'not_found',
    base_url_invalid: 'misconfigured',
    service_unreachable: 'unreachable',
    service_timeout: 'unreachable',
    rate_limit_exceeded: 'too_many',
    chain_unavailable: 'chain_unavailable',
    checkout_session_expired: 'expired',
    checkout_session_not_open: 'closed',
    session_already_claimed: 'claimed',
    product_inactive: 'inactive',
    sign_in_expired: 'sign_in_late',
    sign_in_nonce_invalid: 'sign_in_late',
    sign_in_domain_mismatch: 'sign_in_elsewhere',
    signature_invalid: 'signature_invalid',
    pause_not_allowed: 'invalid_state',
    subscription_invalid_state: 'invalid_state',
  } satisfies Record<string, ProblemKey>),
)

const REFUSALS = new Map<string, RefusalKey>([
  ['refused_chain', 'chain'],
  ['refused_escrow', 'escrow'],
  ['refused_token', 'token'],
  ['refused_terms', 'terms'],
  ['refused_sign_in', 'sign_in'],
])

/** What went wrong in the text's language, with what to do about it. Amounts are given in AUSD. */
export function problemText(problem: Problem, merchant: string, text: Text): ProblemText {
  const refusal = REFUSALS.get(problem.code)
  if (refusal) return { title: text.refused[refusal], advice: text.refusedAdvice }
  const [title, advice] = text.problems[KEYS.get(problem.code) ?? 'unexpected']
  const { balance, needed } = problem
  if (problem.code === 'insufficient_funds' && balance !== undefined && needed !== undefined) {
    const figure = (ausd: string) => formatDecimal(ausd, { locale: text.locale })
    return { title, advice: text.notEnough(figure(balance), figure(needed)) }
  }
  return { title, advice: typeof advice === 'string' ? advice : advice(merchant) }
}
