import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '@per-second/protocol/errors'
import { ERROR_TEXTS, type ErrorText } from '../src/openapi/error-texts.ts'
import type { ErrorRow } from './other-error-texts.ts'

/** The source of a code: the API over HTTP, the element on the page, or the client in a merchant's server. */
export type ErrorSource = 'api' | 'element' | 'client'

/** One code with its meaning at one source. The texts have `code` in backticks. `status` and `type` are the API's. */
export type ErrorMeaning = ErrorText & { source: ErrorSource; status?: string; type?: string }

export type ExplainedError = { code: string; meanings: ErrorMeaning[] }

/** A code of the element or the client. */
export type OtherError = ErrorText & { source: Exclude<ErrorSource, 'api'>; code: string }

/** One entry for each code of the rows. */
export function otherErrors(source: OtherError['source'], rows: readonly ErrorRow[]): OtherError[] {
  return rows.flatMap(([codes, cause, cure]) => codes.map(code => ({ source, code, cause, cure })))
}

/** Every code, once and in alphabetical order, with its meaning at each source. */
export function errorGuide(others: readonly OtherError[]): ExplainedError[] {
  const codes = new Set([...Object.keys(ERROR_CODES), ...others.map(({ code }) => code)])
  return [...codes].toSorted().map(code => ({
    code,
    meanings: [
      ...meaningInApi(code),
      ...others.filter(other => other.code === code).map(({ code: _, ...meaning }) => meaning),
    ],
  }))
}

function meaningInApi(code: string): ErrorMeaning[] {
  if (!isErrorCode(code)) return []
  return [{ source: 'api', ...ERROR_TEXTS[code], type: ERROR_CODES[code], status: statusOf(code) }]
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}

function statusOf(code: ErrorCode): string {
  if (code === 'resource_missing') return '404, 400'
  if (code === 'chain_unavailable') return '503'
  return code === 'internal_error' ? '500, 503' : String(ERROR_STATUS[ERROR_CODES[code]])
}
