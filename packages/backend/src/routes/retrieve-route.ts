import { emptyQuerySchema } from '@per-second/protocol/schema'
import type { UnixMillis } from '@per-second/protocol/time'
import type { z } from 'zod'
import type { Scope } from '../domain/entities.ts'
import type { ScopedRepository, Transaction } from '../storage/storage.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { type Json, type Route, readRoute } from './route.ts'

/** Declares the route that answers one object of a merchant's, which is looked up beside the key. */
export function retrieveRoute<T extends Scope & { id: string }>({
  of,
  noun,
  present,
  ...declared
}: {
  path: `/v1/${string}/{id}`
  operationId: string
  summary: string
  description?: string
  response: z.ZodType
  of: (tx: Transaction) => Pick<ScopedRepository<T>, 'get' | 'find'>
  noun: string
  present: (found: T, now: UnixMillis, tx: Transaction) => Json | Promise<Json>
}): Route {
  return readRoute({
    ...{ ...declared, method: 'GET', auth: 'secret', query: emptyQuerySchema, body: null },
    prefetch: ({ id }, tx) => of(tx).get(id),
    read: async ({ deps, caller, params }, tx) =>
      present(await findOrRefuse(of(tx), caller.scope, params.id, noun), deps.clock.now(), tx),
  })
}
