import { listSchema } from '@per-second/protocol/schema'
import type { UnixMillis } from '@per-second/protocol/time'
import type { List } from '@per-second/protocol/types'
import type { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import type { Scope } from '../domain/entities.ts'
import type { ScopedRepository, Transaction } from '../storage/storage.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { type Json, type Route, readRoute } from './route.ts'

type PageQuery = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined }

/** Declares the two routes that read a merchant's objects: page by page, and one, which is looked up beside the key. */
export function readRoutes<
  Query extends z.ZodObject & z.ZodType<PageQuery>,
  T extends Scope & { id: string },
  Filter,
>({
  path,
  operationId,
  noun,
  query,
  response,
  texts = {},
  of,
  filter,
  present,
}: {
  path: `/v1/${string}`
  operationId: string
  noun: string
  query: Query
  /** One object. */
  response: z.ZodType
  /** Descriptions, and the cure when an object of the list no longer exists. */
  texts?: { list?: string; retrieve?: string; cure?: string }
  of: (tx: Transaction) => Pick<ScopedRepository<T, Filter>, 'get' | 'find' | 'list'>
  filter?: (query: z.output<Query>, now: UnixMillis) => Filter
  present: (found: T, now: UnixMillis, tx: Transaction) => Json | Promise<Json>
}): [list: Route, retrieve: Route] {
  const list = readRoute({
    path,
    auth: 'secret',
    query,
    response: listSchema(response),
    operationId: `${operationId}.list`,
    summary: `List ${noun}s`,
    description: texts.list ?? 'Newest first.',
    read: async ({ deps, caller: { scope }, query }, tx) => {
      const now = deps.clock.now()
      const { limit, starting_after: startingAfter, ending_before: endingBefore } = query
      const found = await of(tx).list(scope, { limit, startingAfter, endingBefore }, filter?.(query, now))
      if (found === null) {
        const param = startingAfter === undefined ? 'ending_before' : 'starting_after'
        const message = `"${param}" must be the id of an object of this list.${texts.cure ?? ''}`
        throw new ApiError('resource_missing', message, { type: 'invalid_request_error', param })
      }
      const data: Json[] = []
      for (const each of found.data) data.push(await present(each, now, tx))
      return presentList(path, data, found.hasMore)
    },
  })
  const retrieve = readRoute({
    auth: 'secret',
    response,
    path: `${path}/{id}`,
    operationId: `${operationId}.retrieve`,
    summary: `Retrieve ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
    ...(texts.retrieve !== undefined && { description: texts.retrieve }),
    prefetch: ({ id }, tx) => of(tx).get(id),
    read: async ({ deps, caller, params }, tx) =>
      present(await findOrRefuse(of(tx), caller.scope, { id: params.id, noun }), deps.clock.now(), tx),
  })
  return [list, retrieve]
}

/** A page in its envelope. `url` is the path of the list. */
export function presentList<T>(url: string, data: T[], hasMore: boolean): List<T> {
  return { object: 'list', data, has_more: hasMore, url }
}
