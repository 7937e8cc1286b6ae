import type { Problem } from '../problem.ts'
import type { ProblemText } from './text.ts'

const WALLET_MOVED: ProblemText = {
  title: 'The connection to your wallet ended.',
  advice: 'Unlock it, keep the same account, and try again.',
}

const REFUSED = (what: string): ProblemText => ({
  title: `We stopped: the service asked for ${what}.`,
  advice: 'Your wallet was not asked and nothing was signed. Please tell the merchant.',
})

/** What went wrong, in English, with what to do about it. Amounts are given in AUSD. */
export function problemEn(problem: Problem, merchant: string): ProblemText {
  switch (problem.code) {
    case 'no_wallet':
      return {
        title: 'There is no wallet in this browser.',
        advice: 'We found no wallet. Install one, or open this page in your wallet’s browser, and try again.',
      }
    case 'user_rejected':
      return { title: 'You declined in your wallet.', advice: 'Nothing was signed and nothing was charged.' }
    case 'request_pending':
      return {
        title: 'Your wallet already has a request open.',
        advice: 'Open the wallet, answer it, and try again.',
      }
    case 'locked':
      return { title: 'Your wallet is locked.', advice: 'Unlock it and try again.' }
    case 'disconnected':
    case 'account_changed':
      return WALLET_MOVED
    case 'chain_mismatch':
    case 'chain_not_added':
      return {
        title: 'Your wallet is on another network.',
        advice: 'Allow the switch in your wallet when you try again.',
      }
    case 'method_unsupported':
      return { title: 'This wallet cannot sign this.', advice: 'Try again with another wallet.' }
    case 'wallet_failed':
      return { title: 'Your wallet reported an error.', advice: 'Nothing was charged. Try again.' }
    case 'insufficient_funds':
      return {
        title: 'There is not enough in your wallet.',
        advice:
          problem.balance !== undefined && problem.needed !== undefined
            ? `It holds ${problem.balance} AUSD of the ${problem.needed} needed. Add AUSD or choose a shorter time.`
            : 'Add AUSD, or choose a shorter time.',
      }
    case 'refused_chain':
      return REFUSED('a network that is not expected here')
    case 'refused_escrow':
      return REFUSED('an escrow that is not ours')
    case 'refused_token':
      return REFUSED('another token')
    case 'refused_terms':
      return REFUSED('other terms than those on screen')
    case 'refused_sign_in':
      return REFUSED('a sign-in that is not for this page')
    case 'resource_missing':
    case 'route_not_found':
      return {
        title: 'We cannot find this checkout.',
        advice: 'The link may be incomplete. Go back to the shop and start again.',
      }
    case 'base_url_invalid':
      return { title: 'This checkout is not set up right.', advice: 'Please tell the merchant.' }
    case 'service_unreachable':
    case 'service_timeout':
      return {
        title: 'The service does not answer.',
        advice: 'Check your connection and try again. Trying again never charges twice.',
      }
    case 'rate_limit_exceeded':
      return { title: 'Too many requests at once.', advice: 'Wait a moment and try again.' }
    case 'chain_unavailable':
      return {
        title: 'The network cannot be reached just now.',
        advice: 'Try again soon. Trying again never charges twice.',
      }
    case 'checkout_session_expired':
      return { title: 'This checkout has expired.', advice: `Go back to ${merchant} to start a new one.` }
    case 'checkout_session_not_open':
      return { title: 'This checkout is closed.', advice: `Go back to ${merchant} to start a new one.` }
    case 'session_already_claimed':
      return {
        title: 'Another wallet has begun here.',
        advice: `Use that wallet, or go back to ${merchant} for a new checkout.`,
      }
    case 'product_inactive':
      return { title: 'This is not on sale any more.', advice: `Please ask ${merchant}.` }
    case 'sign_in_expired':
    case 'sign_in_nonce_invalid':
      return { title: 'That sign-in took too long.', advice: 'Try again and confirm within five minutes.' }
    case 'sign_in_domain_mismatch':
      return { title: 'This page may not sign you in.', advice: 'Please tell the merchant.' }
    case 'signature_invalid':
      return { title: 'The signature does not fit this account.', advice: 'Try again with the same account.' }
    case 'pause_not_allowed':
    case 'subscription_invalid_state':
      return { title: 'That is not possible just now.', advice: 'The meter has changed meanwhile.' }
    default:
      return { title: 'Something went wrong.', advice: 'Try again. Trying again never charges twice.' }
  }
}
