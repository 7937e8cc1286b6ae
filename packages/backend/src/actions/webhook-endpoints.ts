import type {
  createWebhookEndpointBodySchema,
  updateWebhookEndpointBodySchema,
} from '@per-second/protocol/schema'
import type { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import type { Scope, WebhookEndpoint, WebhookSecret } from '../domain/entities.ts'
import { postponeDeliveries, resumeDeliveries, tryAgain } from '../webhooks/move-waiting.ts'
import type { SecretBox } from '../webhooks/secret-box.ts'
import { newSigningSecret } from '../webhooks/sign-delivery.ts'
import { targetProblem, type WebhookPorts } from '../webhooks/target.ts'
import type { Operation } from './operation.ts'

/** Every event is written once for each of them. */
const MAX_ENDPOINTS = 100
/** How long a replaced secret goes on signing beside the new one. */
const ROTATION_MILLIS = 24 * 3600 * 1000
/** Secrets that sign at once, however often they are rotated: a header has to carry the signatures. */
const MAX_SECRETS = 4

/** The rules of this deployment: the ports it may send to, and the box that seals secrets. */
export type WebhookRules = { ports: WebhookPorts; secrets: SecretBox }

/**
 * Makes an endpoint and its signing secret, which is in plain text here and nowhere else.
 *
 * @throws {ApiError} `url_invalid` for an address this deployment does not send to, `parameter_out_of_range` for one too many
 */
export async function createWebhookEndpoint(
  { rules, ...operation }: Operation & { rules: WebhookRules },
  scope: Scope,
  fields: z.output<typeof createWebhookEndpointBodySchema>,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  refuseTarget(fields.url, rules)
  if ((await operation.tx.webhookEndpoints.allOf(scope)).length >= MAX_ENDPOINTS) {
    throw new ApiError(
      'parameter_out_of_range',
      `A merchant has at most ${MAX_ENDPOINTS} webhook endpoints in each mode. Delete one first.`,
      { param: 'url' },
    )
  }
  const id = operation.newId('we_')
  const secret = newSigningSecret()
  const endpoint: WebhookEndpoint = {
    id,
    merchantId: scope.merchantId,
    mode: scope.mode,
    url: fields.url,
    events: fields.events ?? null,
    status: 'enabled',
    secrets: [{ sealed: rules.secrets.seal(secret, id), until: null }],
    silences: 0,
    restsUntil: null,
    lastSuccessAt: null,
    created: operation.now,
  }
  await operation.tx.webhookEndpoints.insert(endpoint)
  return { endpoint, secret }
}

/**
 * Changes an endpoint. Enabling it, or giving it another address, sends the waiting deliveries at once. Disabling it
 * holds them back.
 *
 * @returns the new secret after a rotation. The replaced one signs beside it for 24 hours
 * @throws {ApiError} `url_invalid`
 */
export async function updateWebhookEndpoint(
  { rules, ...operation }: Operation & { rules: WebhookRules },
  endpoint: WebhookEndpoint,
  changes: z.output<typeof updateWebhookEndpointBodySchema>,
): Promise<{ endpoint: WebhookEndpoint; secret: string | null }> {
  const { tx, now } = operation
  if (changes.url !== undefined) refuseTarget(changes.url, rules)
  const secret = changes.rotate_secret ? newSigningSecret() : null
  const status = changes.status ?? endpoint.status
  const moved = changes.url !== undefined && changes.url !== endpoint.url
  const startsAnew = status === 'enabled' && (moved || endpoint.status === 'disabled')
  const updated: WebhookEndpoint = {
    ...endpoint,
    status,
    url: changes.url ?? endpoint.url,
    events: changes.events ?? endpoint.events,
    secrets:
      secret === null
        ? endpoint.secrets
        : [
            { sealed: rules.secrets.seal(secret, endpoint.id), until: null },
            ...replacedSecrets(endpoint.secrets, now),
          ],
    ...(startsAnew && { silences: 0, restsUntil: endpoint.restsUntil ?? now, lastSuccessAt: now }),
  }
  if (startsAnew) {
    updated.restsUntil = await resumeDeliveries(operation, updated)
    await tryAgain(operation, endpoint)
  }
  await tx.webhookEndpoints.update(updated)
  if (status === 'disabled') await postponeDeliveries(operation, updated.id, updated)
  return { endpoint: updated, secret }
}

/** Deletes an endpoint. It receives no more events. Its deliveries are deleted later. */
export async function deleteWebhookEndpoint(operation: Operation, { id }: WebhookEndpoint): Promise<void> {
  await operation.tx.webhookEndpoints.remove([id])
  await postponeDeliveries(operation, id, null)
}

function replacedSecrets(secrets: WebhookSecret[], now: number): WebhookSecret[] {
  return secrets
    .filter(({ until }) => until === null || now < until)
    .slice(0, MAX_SECRETS - 1)
    .map(({ sealed, until }) => ({ sealed, until: until ?? now + ROTATION_MILLIS }))
}

function refuseTarget(url: string, { ports }: WebhookRules): void {
  const problem = targetProblem(url, ports)
  if (problem !== null) throw new ApiError('url_invalid', `"url" ${problem}.`, { param: 'url' })
}
