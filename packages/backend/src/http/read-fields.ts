import type { ErrorCode } from '@per-second/protocol/errors'
import { nearestName } from '@per-second/protocol/nearest-name'
import type { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import { issueReason } from '../options/issue-reason.ts'

const MAX_PARAM_CHARACTERS = 100

/**
 * The fields of a body or query, as its schema understands them.
 *
 * @throws {ApiError} the one refusal for what does not fit the schema. It names the first wrong field, in the schema's
 *   order. Unknown fields come after known ones, with the nearest known name
 */
export function readFields(schema: z.ZodObject, input: object): Record<string, unknown> {
  const result = schema.safeParse(input, { reportInput: true })
  if (result.success) return result.data
  throw schemaRefusal(schema, result.error)
}

function schemaRefusal(schema: z.ZodObject, error: z.ZodError): ApiError {
  const order = Object.keys(schema.shape)
  const place = (issue: z.core.$ZodIssue) => {
    const index = order.indexOf(String(issue.path[0]))
    // A number that no double counts exactly is beyond the field's own bound too, and that message says more.
    const isUncountable = 'origin' in issue && issue.origin === 'int'
    return (index === -1 ? order.length : index) + (isUncountable ? 0.5 : 0)
  }
  const [first] = error.issues.toSorted((a, b) => place(a) - place(b))
  if (first === undefined) throw new Error('A schema refused its input without saying why.', { cause: error })
  const param = first.code === 'unrecognized_keys' ? first.keys[0] : first.path.map(String).join('.')
  const shown = (param ?? '').slice(0, MAX_PARAM_CHARACTERS)
  const code = codeOf(first)
  const { input: value } = first
  return new ApiError(code, `${sentence(code, shown, issueReason(first))}${hint()}`, { param: shown })

  function hint(): string {
    const unknown = error.issues.flatMap(issue => (issue.code === 'unrecognized_keys' ? issue.keys : []))
    const sent = unknown.find(key => nearestName(key, order) === shown)
    if (code === 'parameter_missing' && sent !== undefined)
      return ` You sent "${sent.slice(0, MAX_PARAM_CHARACTERS)}", which is not a parameter.`
    const field = schema.shape[shown] as z.ZodType | undefined
    if (value === null && field?.safeParse(undefined).success) return ' Omit it instead.'
    const isValue = first?.code === 'invalid_value' && typeof value === 'string'
    const meant = isValue ? nearestName(value, first.values.map(String)) : null
    const name = code === 'parameter_unknown' ? nearestName(shown, order) : meant
    return name === null ? '' : ` Did you mean "${name}"?`
  }
}

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'parameter_unknown'
    case 'too_small':
    case 'too_big':
      return 'parameter_out_of_range'
    case 'custom':
      return (issue.params?.code as ErrorCode | undefined) ?? 'parameter_invalid'
    default:
      return issue.input === undefined ? 'parameter_missing' : 'parameter_invalid'
  }
}

function sentence(code: ErrorCode, param: string, reason: string): string {
  if (code === 'parameter_missing') return `"${param}" is required.`
  if (code === 'parameter_unknown') return `"${param}" is not a parameter of this operation.`
  return `"${param}" ${reason}.`
}
