import { ApiError } from '../domain/api-error.ts'
import type { Page, PageRequest } from '../storage/storage.ts'

export type PageQuery = {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
}

export function pageRequest(query: PageQuery): PageRequest {
  return { limit: query.limit, startingAfter: query.starting_after, endingBefore: query.ending_before }
}

/**
 * The page, unless its cursor cannot be used: unknown, foreign, of the other mode, or gone.
 *
 * @param cure what to do where objects of this list go
 * @throws {ApiError} `resource_missing`
 */
export function pageOrRefuse<T>(page: Page<T> | null, query: PageQuery, cure = ''): Page<T> {
  if (page !== null) return page
  const param = query.starting_after === undefined ? 'ending_before' : 'starting_after'
  throw new ApiError('resource_missing', `The cursor is not the id of an object of this list.${cure}`, {
    type: 'invalid_request_error',
    param,
  })
}
