import {
  createdWebhookEndpointSchema,
  createWebhookEndpointBodySchema,
  deletedWebhookEndpointSchema,
  emptyBodySchema,
  emptyQuerySchema,
  listSchema,
  listWebhookEndpointsQuerySchema,
  updatedWebhookEndpointSchema,
  updateWebhookEndpointBodySchema,
  webhookEndpointSchema,
} from '@per-second/protocol/schema'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookRules,
} from '../actions/webhook-endpoints.ts'
import { presentList } from '../presenters/present-list.ts'
import { presentWebhookEndpoint } from '../presenters/present-webhook-endpoint.ts'
import type { Deps } from './deps.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { pageOrRefuse, pageRequest } from './page-request.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

const PATH = '/v1/webhook_endpoints'

export const webhookEndpointRoutes: Route[] = [
  effectRoute({
    method: 'POST',
    path: PATH,
    operationId: 'webhook_endpoints.create',
    refusals: ['url_invalid'],
    summary: 'Create a webhook endpoint; the answer alone shows its signing secret',
    auth: 'secret',
    secretAnswer: true,
    query: emptyQuerySchema,
    body: createWebhookEndpointBodySchema,
    response: createdWebhookEndpointSchema,
    act: async ({ deps, caller, body }, operation) => {
      const fields = { url: body.url, events: body.events ?? null }
      const { endpoint, secret } = await createWebhookEndpoint(operation, caller.scope, fields, rulesOf(deps))
      return { body: { ...presentWebhookEndpoint(endpoint), secret } }
    },
  }),
  readRoute({
    method: 'GET',
    path: PATH,
    operationId: 'webhook_endpoints.list',
    summary: 'List webhook endpoints',
    auth: 'secret',
    query: listWebhookEndpointsQuerySchema,
    body: null,
    response: listSchema(webhookEndpointSchema),
    read: async ({ caller, query }, tx) => {
      const page = pageOrRefuse(await tx.webhookEndpoints.list(caller.scope, pageRequest(query)), query)
      return presentList(PATH, page.data.map(presentWebhookEndpoint), page.hasMore)
    },
  }),
  readRoute({
    method: 'GET',
    path: `${PATH}/{id}`,
    operationId: 'webhook_endpoints.retrieve',
    summary: 'Retrieve a webhook endpoint',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: webhookEndpointSchema,
    read: async ({ caller, params }, tx) =>
      presentWebhookEndpoint(
        await findOrRefuse(tx.webhookEndpoints, caller.scope, params.id, 'webhook endpoint'),
      ),
  }),
  effectRoute({
    method: 'POST',
    path: `${PATH}/{id}`,
    operationId: 'webhook_endpoints.update',
    refusals: ['url_invalid'],
    summary: 'Update a webhook endpoint, or rotate its signing secret',
    auth: 'secret',
    secretAnswer: true,
    query: emptyQuerySchema,
    body: updateWebhookEndpointBodySchema,
    response: updatedWebhookEndpointSchema,
    act: async ({ deps, caller, params, body }, operation) => {
      const found = await findOrRefuse(
        operation.tx.webhookEndpoints,
        caller.scope,
        params.id,
        'webhook endpoint',
      )
      const { rotate_secret: rotateSecret, ...changes } = body
      const { endpoint, secret } = await updateWebhookEndpoint(
        operation,
        found,
        { ...changes, rotateSecret },
        rulesOf(deps),
      )
      return { body: { ...presentWebhookEndpoint(endpoint), ...(secret !== null && { secret }) } }
    },
  }),
  effectRoute({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    operationId: 'webhook_endpoints.delete',
    summary: 'Delete a webhook endpoint; nothing more is sent to it',
    auth: 'secret',
    query: emptyQuerySchema,
    body: emptyBodySchema,
    response: deletedWebhookEndpointSchema,
    act: async ({ caller, params }, operation) => {
      const { tx } = operation
      const endpoint = await findOrRefuse(tx.webhookEndpoints, caller.scope, params.id, 'webhook endpoint')
      await deleteWebhookEndpoint(operation, endpoint)
      return { body: { id: endpoint.id, object: 'webhook_endpoint', deleted: true } }
    },
  }),
]

function rulesOf({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): WebhookRules {
  return { ports: config.webhookPorts, secrets }
}
