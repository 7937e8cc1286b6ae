import type { z } from 'zod'

/** Why a schema refused a value, as the end of a sentence: "must be at most 100". */
export function issueReason(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `must have at most ${entries(issue.maximum)}`
  if (issue.code === 'too_small' && issue.origin === 'array')
    return `must have at least ${entries(issue.minimum)}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  return issue.message.replace(/^Invalid (input|option|string): /, '')
}

function entries(count: number | bigint): string {
  return count === 1 ? '1 entry' : `${count} entries`
}
