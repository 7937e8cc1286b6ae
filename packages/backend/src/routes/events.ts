import { emptyQuerySchema, eventSchema, listEventsQuerySchema, listSchema } from '@per-second/protocol/schema'
import { presentEvent } from '../presenters/present-event.ts'
import { presentList } from '../presenters/present-list.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { pageOrRefuse, pageRequest } from './page-request.ts'
import { type Route, readRoute } from './route.ts'

export const eventRoutes: Route[] = [
  readRoute({
    method: 'GET',
    path: '/v1/events',
    operationId: 'events.list',
    summary: 'List events',
    auth: 'secret',
    query: listEventsQuerySchema,
    body: null,
    response: listSchema(eventSchema),
    read: async ({ caller, query }, tx) => {
      const filter = { type: query.type }
      const page = pageOrRefuse(await tx.events.list(caller.scope, pageRequest(query), filter), query)
      return presentList('/v1/events', page.data.map(presentEvent), page.hasMore)
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/events/{id}',
    operationId: 'events.retrieve',
    summary: 'Retrieve an event',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: eventSchema,
    read: async ({ caller, params }, tx) =>
      presentEvent(await findOrRefuse(tx.events, caller.scope, params.id, 'event')),
  }),
]
