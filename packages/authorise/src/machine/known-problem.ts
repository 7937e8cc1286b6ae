import { isUnanswered } from './is-unanswered.ts'
import type { Problem } from './problem.ts'
import type { Checkout } from './state.ts'

/**
 * What there is to say of a failed hand-in once the escrow is seen to know the meter: the service may deny it in any words. That it
 * does not answer, or gives figures that were not signed, stays true beside it.
 */
export function knownProblem({ lock }: Pick<Checkout, 'lock'>, problem: Problem): Problem {
  const isDenied = lock?.isKnown && lock.signedAt !== null && !isUnanswered(problem)
  if (!isDenied || problem.code.startsWith('refused_') || problem.code === 'meter_known') return problem
  return { code: 'meter_known', cause: problem.cause }
}
