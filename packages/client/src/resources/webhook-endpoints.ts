import type {
  DeletedWebhookEndpoint,
  EventType,
  WebhookEndpoint,
  WebhookEndpointStatus,
  WebhookEndpointWithSecret,
} from '@per-second/protocol/types'
import { resourcePath } from '../request/path.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import { type Readable, readable } from './readable.ts'

export type WebhookEndpointCreateParameters = {
  /** Absolute http(s) address of a public host, or of any host on a local backend. Redirects are not followed. */
  url: string
  /** Which types are sent. Default all, also those that later versions add. */
  events?: EventType[]
}

export type WebhookEndpointUpdateParameters = {
  url?: string
  events?: EventType[]
  /** `disabled` stops deliveries until it is `enabled` again. */
  status?: WebhookEndpointStatus
  /** Makes a new signing secret, shown in this answer only. The old one signs beside it for 24 hours. */
  rotate_secret?: boolean
}

export type WebhookEndpoints = Readable<WebhookEndpoint> & {
  /**
   * Registers an address that events are sent to. This answer alone shows the signing secret: keep it.
   *
   * @example
   * const { id, secret } = await billing.webhookEndpoints.create({ url: 'https://shop.example/webhooks' })
   */
  create(
    parameters: WebhookEndpointCreateParameters,
    options?: RequestOptions,
  ): Promise<WebhookEndpointWithSecret>
  /** Changes an endpoint, or gives it a new secret. */
  update(
    id: string,
    parameters: WebhookEndpointUpdateParameters & { rotate_secret: true },
    options?: RequestOptions,
  ): Promise<WebhookEndpointWithSecret>
  update(
    id: string,
    parameters: WebhookEndpointUpdateParameters,
    options?: RequestOptions,
  ): Promise<WebhookEndpoint>
  /** Deletes an endpoint: nothing more is sent to it. */
  del(id: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint>
}

const COLLECTION = 'webhook_endpoints'

export function createWebhookEndpoints(request: RequestFunction): WebhookEndpoints {
  return {
    ...readable<WebhookEndpoint>(request, COLLECTION),
    create: (body, options) => request({ method: 'POST', path: `/v1/${COLLECTION}`, body, options }),
    update: async (id: string, body: WebhookEndpointUpdateParameters, options?: RequestOptions) =>
      request<WebhookEndpointWithSecret>({
        method: 'POST',
        path: resourcePath(COLLECTION, id),
        body,
        options,
      }),
    del: async (id, options) =>
      request({
        method: 'DELETE',
        path: resourcePath(COLLECTION, id),
        options,
        answerWhenGone: { id, object: 'webhook_endpoint', deleted: true } satisfies DeletedWebhookEndpoint,
      }),
  }
}
