import { formatDecimal } from '../format/format-money.ts'
import type { Problem } from '../machine/problem.ts'
import type { Shortfall } from '../machine/shortfall.ts'
import type { AdviceKey, ProblemKey, ProblemText, Text } from '../text/text.ts'

/** Each problem: its advice and its codes. Without codes the name is the code. A code and a field together say more than the code. */
const PROBLEMS: Record<ProblemKey, readonly [advice: readonly AdviceKey[], ...codes: string[]]> = {
  no_wallet: [['no_wallet']],
  user_rejected: [['nothing_done']],
  rejected_unseen: [['nothing_done', 'other_wallet']],
  request_pending: [['answer']],
  wallet_moved: [['unlock'], 'locked', 'disconnected', 'account_changed'],
  wrong_network: [['allow_switch'], 'chain_mismatch', 'chain_not_added'],
  method_unsupported: [['other_wallet']],
  wallet_failed: [['again']],
  insufficient_funds: [['add']],
  payer_frozen: [['other_wallet']],
  not_found: [['link'], 'resource_missing', 'route_not_found', 'session_invalid'],
  misconfigured: [
    ['tell'],
    ...['api_key_missing', 'api_key_invalid', 'api_key_revoked', 'live_key_in_browser'],
    ...['secret_key_on_client_route', 'secret_key_in_page', 'attribute_invalid', 'base_url_invalid'],
    ...['parameter_missing', 'parameter_unknown', 'parameter_invalid', 'parameter_out_of_range'],
    ...['json_invalid', 'content_type_unsupported', 'body_too_large', 'url_invalid', 'rate_out_of_range'],
    ...['method_not_allowed', 'idempotency_key_reused', 'idempotency_key_invalid', 'http_invalid'],
    ...['version_unknown', 'sign_in_domain_mismatch', 'wallet_connect_missing'],
  ],
  unreachable: [['connection'], 'service_unreachable', 'service_timeout'],
  too_many: [['again'], 'rate_limit_exceeded'],
  chain_unavailable: [['again']],
  expired: [['start_anew'], 'checkout_session_expired'],
  closed: [['start_anew'], 'checkout_session_not_open', 'draft_invalid', 'checkout_refused'],
  claimed: [['start_anew'], 'session_already_claimed'],
  inactive: [['tell'], 'product_inactive'],
  deposit_small: [['longer'], 'deposit_below_minimum'],
  too_many_meters: [['stop_meter'], 'open_meters_exceeded'],
  signed_out: [[], 'client_token_invalid', 'client_token_expired'],
  signature_invalid: [['same_account']],
  signature_late: [['again'], 'signature_late', 'sign_in_nonce_invalid', 'sign_in_expired'],
  pairing_expired: [['again']],
  relay_unreachable: [['connection']],
  invalid_state: [
    ['reload'],
    ...['checkout_session_not_complete', 'subscription_invalid_state', 'pause_not_allowed'],
  ],
  malformed: [['tell'], 'response_invalid', 'render_failed'],
  other_tab: [['other_tab'], 'asked_in_other_tab'],
  other_account: [['other_account'], 'other_account_asked'],
  asked_changed: [['start_anew']],
  meter_known: [['signed_once']],
  signature_disputed: [['again']],
  unloaded: [['reload'], 'module_unavailable'],
  insecure: [['tell'], 'page_insecure'],
  altered: [['altered'], 'page_altered'],
  replaces_missing: [['start_anew'], 'resource_missing replaces', 'subscription_invalid_state replaces'],
  replaced_early: [['tell'], 'refused_meter replaced_by'],
  replaced_not: [['stop_one'], 'refused_meter replaces'],
  refused: [
    ['refused'],
    ...['refused_chain', 'refused_escrow', 'refused_token', 'refused_terms', 'refused_sign_in'],
  ],
  refused_meter: [['refused_meter']],
  unexpected: [['again'], 'internal_error'],
}

export const PROBLEM_OF_CODE = new Map(
  (Object.keys(PROBLEMS) as ProblemKey[]).flatMap(key => {
    const [, ...codes] = PROBLEMS[key]
    return (codes.length > 0 ? codes : [key]).map(code => [code, key] as const)
  }),
)

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
  const { code, field, shortfall } = problem
  if (code === 'parameter_invalid' && field === 'email') return { title: text.emailRefused, advice: '' }
  if (shortfall) return shortfallText(shortfall, text)
  const key = PROBLEM_OF_CODE.get(`${code} ${field}`) ?? PROBLEM_OF_CODE.get(code) ?? otherKey(code)
  const merchant = checkout?.session.merchant.name ?? ''
  const said = adviceOn(key, checkout).map(advice => {
    const words = text.advice[advice]
    return typeof words === 'string' ? words : words(merchant)
  })
  // A returning subscriber needs the wallet of the meter.
  if (key === 'signed_out' || key === 'claimed') said.unshift(text.manageHint)
  const canChoose = key === 'user_rejected' && checkout?.session.max_duration_seconds === null
  if (canChoose && checkout.connection && !checkout.lock) said.push(text.otherLength)
  return { title: text.problems[key], advice: said.join(' ') }
}

/** That the wallet was not asked is said only where it was not. */
function adviceOn(key: ProblemKey, checkout: Context | null): readonly AdviceKey[] {
  return key === 'refused' && checkout?.lock ? ['tell'] : PROBLEMS[key][0]
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
