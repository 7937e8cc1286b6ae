import {
  createdWebhookEndpointSchema,
  createWebhookEndpointBodySchema,
  deletedWebhookEndpointSchema,
  eventTypeSchema,
  listWebhookEndpointsQuerySchema,
  updatedWebhookEndpointSchema,
  updateWebhookEndpointBodySchema,
  webhookEndpointSchema,
} from '@per-second/protocol/schema'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { WebhookEndpoint as WireWebhookEndpoint } from '@per-second/protocol/types'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookRules,
} from '../actions/webhook-endpoints.ts'
import type { WebhookEndpoint } from '../domain/entities.ts'
import type { Deps } from './deps.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { readRoutes } from './read-routes.ts'
import { effectRoute, type Route } from './route.ts'

const PATH = '/v1/webhook_endpoints'

export const webhookEndpointRoutes: Route[] = [
  effectRoute({
    path: PATH,
    operationId: 'webhook_endpoints.create',
    refusals: ['url_invalid'],
    summary: 'Create a webhook endpoint and return its signing secret',
    description: 'Only this response contains the `secret`. Keep it: it verifies deliveries.',
    auth: 'secret',
    secretAnswer: true,
    body: createWebhookEndpointBodySchema,
    response: createdWebhookEndpointSchema,
    act: async ({ deps, caller, body }, operation) => {
      const { endpoint, secret } = await createWebhookEndpoint(
        { ...operation, rules: rulesOf(deps) },
        caller.scope,
        body,
      )
      return { body: { ...presentWebhookEndpoint(endpoint), secret } }
    },
  }),
  ...readRoutes({
    path: PATH,
    operationId: 'webhook_endpoints',
    noun: 'webhook endpoint',
    query: listWebhookEndpointsQuerySchema,
    response: webhookEndpointSchema,
    of: tx => tx.webhookEndpoints,
    present: presentWebhookEndpoint,
  }),
  effectRoute({
    path: `${PATH}/{id}`,
    operationId: 'webhook_endpoints.update',
    refusals: ['url_invalid'],
    summary: 'Update a webhook endpoint, or rotate its signing secret',
    auth: 'secret',
    secretAnswer: true,
    body: updateWebhookEndpointBodySchema,
    response: updatedWebhookEndpointSchema,
    act: async ({ deps, caller, params, body }, operation) => {
      const found = await findOrRefuse(operation.tx.webhookEndpoints, caller.scope, {
        id: params.id,
        noun: 'webhook endpoint',
      })
      const { endpoint, secret } = await updateWebhookEndpoint(
        { ...operation, rules: rulesOf(deps) },
        found,
        body,
      )
      return { body: { ...presentWebhookEndpoint(endpoint), ...(secret !== null && { secret }) } }
    },
  }),
  effectRoute({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    operationId: 'webhook_endpoints.delete',
    summary: 'Delete a webhook endpoint',
    auth: 'secret',
    response: deletedWebhookEndpointSchema,
    act: async ({ caller, params }, operation) => {
      const { tx } = operation
      const endpoint = await findOrRefuse(tx.webhookEndpoints, caller.scope, {
        id: params.id,
        noun: 'webhook endpoint',
      })
      await deleteWebhookEndpoint(operation, endpoint)
      return { body: { id: endpoint.id, object: 'webhook_endpoint', deleted: true } }
    },
  }),
]

function rulesOf({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): WebhookRules {
  return { ports: config.webhookPorts, secrets }
}

/** Names every event type for an endpoint that wants them all. The secret is no part of it. */
function presentWebhookEndpoint(endpoint: WebhookEndpoint): WireWebhookEndpoint {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    events: endpoint.events ?? [...eventTypeSchema.options],
    status: endpoint.status,
    livemode: endpoint.mode === 'live',
    created: toUnixSeconds(endpoint.created),
  }
}
