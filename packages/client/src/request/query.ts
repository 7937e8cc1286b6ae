import { InvalidRequestError } from './errors.ts'

/** Unix seconds, both ends inclusive. */
export type Range = { gte?: number; lte?: number }

export type Query = Record<string, string | number | boolean | Range | undefined>

/**
 * Query parameters as the API reads them: a range as `name[gte]` and `name[lte]`, absent ones left out.
 *
 * @throws {InvalidRequestError} `parameter_invalid` for null, or an object that is no range: it would filter nothing
 */
export function encodeQuery(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (typeof value !== 'object') search.append(name, String(value))
    else
      for (const [bound, limit] of Object.entries(checkedRange(name, value)))
        if (limit !== undefined) search.append(`${name}[${bound}]`, String(limit))
  }
  const encoded = search.toString()
  return encoded && `?${encoded}`
}

function checkedRange(name: string, value: Range): Range {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1)
  if (kind === 'Object') return value
  const is = kind === 'Null' ? 'null' : kind
  const message = `"${name}" must be text, a number or a range, not ${is}. Leave it out for no filter.`
  throw new InvalidRequestError('invalid_request_error', message, { param: name, code: 'parameter_invalid' })
}
