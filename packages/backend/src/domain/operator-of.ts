import { createHash } from 'node:crypto'
import type { Address } from '@per-second/protocol/types'

/**
 * Which of the operators opens a merchant's new meters: the one whose hash together with the merchant's id is highest. Every process says
 * the same, in whatever order it was given the keys, and another operator takes over its share of merchants and moves no other.
 *
 * @returns null without operators
 */
export function operatorOf(merchantId: string, operators: readonly Address[]): Address | null {
  const scored = operators.map(operator => ({
    operator,
    score: createHash('sha256').update(`${operator.toLowerCase()} ${merchantId}`).digest('hex'),
  }))
  return scored.toSorted((a, b) => (a.score < b.score ? 1 : -1))[0]?.operator ?? null
}
