import { isUnanswered } from './is-unanswered.ts'
import type { Problem } from './problem.ts'
import type { Checkout } from './state.ts'

/**
 * The problem of a failed submission once the escrow is known to hold the meter. A denial by the service is then replaced, with any
 * code. A missing response and unsigned figures stay true beside it.
 */
export function knownProblem({ lock }: Pick<Checkout, 'lock'>, problem: Problem): Problem {
  const isDenied = lock?.isKnown && lock.signedAt !== null && !isUnanswered(problem)
  if (!isDenied || problem.code.startsWith('refused_') || problem.code === 'meter_known') return problem
  return { code: 'meter_known', cause: problem.cause }
}
