import type { z } from 'zod'

const TYPES: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  null: 'null',
  object: 'an object',
  record: 'an object',
  string: 'a string',
}

/** A longer value is not repeated. */
const MAX_SHOWN_CHARACTERS = 60

/**
 * Why a schema refused a value, as the end of a sentence: "must be at most 100". The schema library's own words never
 * appear in it.
 *
 * @param issue with its input (`reportInput`)
 */
export function issueReason(issue: z.core.$ZodIssue): string {
  const { input: value } = issue
  switch (issue.code) {
    case 'invalid_type':
      return `${typeReason(issue)}${insteadOf(value, issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(allowed => JSON.stringify(allowed)).join(', ')}${received(value)}`
    case 'too_big':
      return `must ${boundOf(issue.origin, 'at most', issue.maximum)}${receivedNumber(value)}`
    case 'too_small':
      return `must ${boundOf(issue.origin, 'at least', issue.minimum)}${receivedNumber(value)}`
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

/** A field can have its own words. Every number of this API is whole. */
function typeReason({ expected, message }: { expected: string; message: string }): string {
  if (!message.startsWith('Invalid ')) return message
  return `must be ${expected === 'number' ? 'a whole number' : (TYPES[expected] ?? 'of another type')}`
}

/** A text where a number is expected is repeated: it is no secret. */
function insteadOf(value: unknown, expected: string): string {
  const wantsNumber = ['int', 'number'].includes(expected)
  if (wantsNumber && typeof value === 'string')
    return value.length > MAX_SHOWN_CHARACTERS
      ? ', not a string'
      : `, not the string ${JSON.stringify(value)}`
  if (value === undefined || (wantsNumber && typeof value === 'number')) return receivedNumber(value)
  if (value === null) return ', not null'
  if (Array.isArray(value)) return ', not a list'
  const type = TYPES[typeof value]
  return type === undefined ? '' : `, not ${type}`
}

function receivedNumber(value: unknown): string {
  return typeof value === 'number' ? received(value) : ''
}

function received(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null
  if (isObject || value === undefined) return ''
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > MAX_SHOWN_CHARACTERS ? '' : `, not ${text}`
}
