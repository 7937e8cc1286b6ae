import { emptyQuerySchema } from '@per-second/protocol/schema'
import { z } from 'zod'
import { type Route, readRoute } from './route.ts'

export const healthRoutes: Route[] = [
  readRoute({
    method: 'GET',
    path: '/healthz',
    operationId: 'health.check',
    summary: 'Whether the service answers and its database can be read',
    auth: 'none',
    query: emptyQuerySchema,
    body: null,
    response: z.strictObject({ status: z.literal('ok') }),
    read: async () => ({ status: 'ok' }),
  }),
]
