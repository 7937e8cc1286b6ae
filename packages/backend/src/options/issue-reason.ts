import type { z } from 'zod'

const TYPES: Record<string, string> = {
  ...{ array: 'a list', boolean: 'true or false', int: 'a whole number', number: 'a number' },
  ...{ null: 'null', object: 'an object', record: 'an object', string: 'a string' },
}

/**
 * Why a schema refused a value, as the end of a sentence: "must be at most 100". The schema library's own words never
 * appear in it.
 *
 * @param value the refused one
 */
export function issueReason(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}${insteadOf(value, issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(allowed => JSON.stringify(allowed)).join(', ')}`
    case 'too_big':
      return `must ${boundOf(issue.origin, 'at most', issue.maximum)}`
    case 'too_small':
      return `must ${boundOf(issue.origin, 'at least', issue.minimum)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `must not have ${issue.keys.map(key => `"${key}"`).join(', ')}`
    case 'invalid_union':
      return 'must have one of the documented forms'
    case 'invalid_key':
    case 'invalid_element':
      return 'has an entry that is not allowed'
    case 'invalid_format':
    case 'custom':
      return issue.message.startsWith('Invalid ') ? 'must have the documented form' : issue.message
  }
}

function boundOf(origin: string, bound: string, count: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${count} character${count === 1 ? '' : 's'}`
  if (!['array', 'set', 'map'].includes(origin)) return `be ${bound} ${count}`
  return `have ${bound} ${count === 1 ? '1 entry' : `${count} entries`}`
}

function insteadOf(value: unknown, expected: string): string {
  const isOtherNumber = typeof value === 'number' && ['int', 'number'].includes(expected)
  if (value === undefined || value === null || isOtherNumber) return ''
  if (Array.isArray(value)) return ', not a list'
  const type = TYPES[typeof value]
  return type === undefined ? '' : `, not ${type}`
}
