import { listSchema } from '@per-second/protocol/schema'
import type { UnixMillis } from '@per-second/protocol/time'
import type { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import type { Scope } from '../domain/entities.ts'
import { presentList } from '../presenters/present-list.ts'
import type { Page, PageRequest, Transaction } from '../storage/storage.ts'
import { type Json, type Route, readRoute } from './route.ts'

type PageQuery = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined }

/**
 * Declares the route that answers a list of a merchant's objects, page by page.
 *
 * @param route.response of one object
 * @param route.cure the cure when an object of this list no longer exists
 */
export function listRoute<Query extends z.ZodObject & z.ZodType<PageQuery>, T>({
  response,
  page,
  present,
  cure = '',
  ...declared
}: {
  path: `/v1/${string}`
  operationId: string
  summary: string
  description?: string
  query: Query
  response: z.ZodType
  /** @returns null for a cursor that cannot be used: unknown, foreign, of the other mode, or gone */
  page: (
    tx: Transaction,
    scope: Scope,
    request: PageRequest,
    query: z.output<Query>,
    now: UnixMillis,
  ) => Promise<Page<T> | null>
  present: (found: T, now: UnixMillis, tx: Transaction) => Json | Promise<Json>
  cure?: string
}): Route {
  return readRoute({
    ...{ ...declared, method: 'GET', auth: 'secret', body: null, response: listSchema(response) },
    read: async ({ deps, caller: { scope }, query }, tx) => {
      const now = deps.clock.now()
      const { limit, starting_after: startingAfter, ending_before: endingBefore } = query
      const found = await page(tx, scope, { limit, startingAfter, endingBefore }, query, now)
      if (found === null) {
        const param = startingAfter === undefined ? 'ending_before' : 'starting_after'
        throw new ApiError('resource_missing', `The cursor is not the id of an object of this list.${cure}`, {
          type: 'invalid_request_error',
          param,
        })
      }
      const data: Json[] = []
      for (const each of found.data) data.push(await present(each, now, tx))
      return presentList(declared.path, data, found.hasMore)
    },
  })
}
