import { z } from 'zod'
import { EMAIL, MAX_EMAIL_CHARACTERS } from './email.ts'
import type { ErrorCode } from './errors.ts'
import { baseUnitsFromUsd, DECIMAL_STRING, MAX_RATE_CHARACTERS, rateProblem } from './money.ts'
import type { Address, Hex } from './types.ts'

const MAX_URL_CHARACTERS = 2048
/** The least that a URL has to match. `format: uri` does not fit, because the placeholder in a `success_url` has braces. */
const URL_PATTERN = '^[hH][tT][tT][pP][sS]?://[^/\\\\\\s][^\\s]*$'

/** The error code for a failed check of a field, where it is not `parameter_invalid`. It travels as `params.code` of zod's custom issue. */
function refusal(code: ErrorCode, error: string) {
  return { params: { code }, error }
}

/** A string that every engine can store: no NUL, no lone surrogate. */
export function storableString() {
  return z.string().refine(value => !value.includes('\0') && value.isWellFormed(), {
    error: 'must not contain NUL or lone surrogates',
    abort: true,
  })
}

/** Free text of `min` to `max` characters, counted in code points. */
export function text(min: number, max: number) {
  const range = `must have ${min === 0 ? 'at most' : `${min} to`} ${max} characters`
  return storableString()
    .refine(
      value => {
        const length = codePoints(value)
        return length >= min && length <= max
      },
      refusal('parameter_out_of_range', range),
    )
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
}

/** Free text that is shown on one line: without line breaks and other control characters. */
export function oneLine(min: number, max: number) {
  return text(min, max).refine(
    value => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
    'must not contain line breaks or other control characters',
  )
}

/** An absolute http(s) address of at most 2048 characters without credentials. */
export function httpUrl() {
  return storableString()
    .refine(isHttpUrl, refusal('url_invalid', 'must be an absolute http(s) URL without credentials'))
    .meta({ pattern: URL_PATTERN, maxLength: MAX_URL_CHARACTERS })
}

const A_RATE = 'must be a decimal string such as "0.000277"'

/** A rate in AUSD per second (docs/money.md, rule 40): never a JSON number. */
export function rate() {
  return z
    .string(A_RATE)
    .regex(DECIMAL_STRING, A_RATE)
    .refine(
      value => rateProblem(value) !== 'out_of_range',
      refusal('rate_out_of_range', 'may have at most 15 integer and 18 fraction digits'),
    )
    .meta({ maxLength: MAX_RATE_CHARACTERS })
}

/** An amount in a request: whole AUSD as a decimal string that base units can express. */
export function amount() {
  return z
    .string()
    .refine(
      value => value.length <= MAX_RATE_CHARACTERS && baseUnitsFromUsd(value) !== null,
      'must be a decimal string with at most 6 fraction digits',
    )
    .meta({ pattern: DECIMAL_STRING.source, maxLength: MAX_RATE_CHARACTERS })
}

/** An amount in an answer: a plain decimal string. */
export function decimalString() {
  return z.string().regex(DECIMAL_STRING, 'must be a decimal string')
}

export function email() {
  return z
    .string()
    .refine(value => value.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(value), 'must be an email address')
    .meta({ maxLength: MAX_EMAIL_CHARACTERS, pattern: EMAIL.source })
}

/** A 20-byte address in any letter case. */
export function address() {
  const error = 'must be an address: 0x and 40 hexadecimal digits'
  return z.string(error).regex(/^0x[0-9a-fA-F]{40}$/, error) as unknown as z.ZodType<Address>
}

/** A colour in the forms that the element reads. It would ignore any other. */
export function colour() {
  return z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a colour like #0a7d5a')
}

/** 32 bytes as 64 lower-case hexadecimal digits, without `0x`. */
export function bytes32() {
  return z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
}

/** Hexadecimal of whole bytes, at most `maxBytes` of them. */
export function hex(maxBytes: number) {
  const pattern = new RegExp(`^0x(?:[0-9a-fA-F]{2}){0,${maxBytes}}$`)
  const error = `must be 0x and hexadecimal digits in pairs, ${maxBytes} bytes at most`
  return z.string().regex(pattern, error) as unknown as z.ZodType<Hex>
}

function isHttpUrl(value: string): boolean {
  // URL.parse strips white space, repairs missing slashes and reads a backslash as a slash. That hides a user from the
  // split below, and browsers receive the stored text as it is.
  if (codePoints(value) > MAX_URL_CHARACTERS || /\s/.test(value) || !/^https?:\/\/[^/\\]/i.test(value))
    return false
  const authority = value.split(/[/?#\\]/)[2] ?? ''
  return !authority.includes('@') && URL.canParse(value)
}

function codePoints(value: string): number {
  let length = 0
  for (const _ of value) length += 1
  return length
}
