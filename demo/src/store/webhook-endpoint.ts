import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BillingClient, NotFoundError } from '@per-second/client'

/** The secret of the store's own webhooks, and the endpoint's id at the billing service. */
export type StoreWebhookEndpoint = { id: string; secret: string }

const FILE = 'store-webhooks.json'

/**
 * The store's own webhook endpoint: the one remembered in the data folder, with the store's present address, or a new
 * one. Deliveries that were held back or put off while the store was closed are sent at once.
 */
export async function openWebhookEndpoint(
  billing: BillingClient,
  { dataFolder, url }: { dataFolder: string; url: string },
): Promise<StoreWebhookEndpoint> {
  const file = join(dataFolder, FILE)
  const known = readEndpoint(file)
  if (known && (await leadTo(url, known, billing))) return known
  const { id, secret } = await billing.webhookEndpoints.create({ url })
  writeFileSync(file, `${JSON.stringify({ id, secret }, null, 2)}\n`, { mode: 0o600 })
  return { id, secret }
}

function readEndpoint(file: string): StoreWebhookEndpoint | null {
  try {
    const { id, secret } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : null
  } catch {
    return null
  }
}

/** False when the service knows no such endpoint. */
async function leadTo(url: string, { id }: StoreWebhookEndpoint, billing: BillingClient): Promise<boolean> {
  try {
    // Enabling it ends a rest.
    await billing.webhookEndpoints.update(id, { status: 'disabled' })
    await billing.webhookEndpoints.update(id, { url, status: 'enabled' })
    return true
  } catch (error) {
    if (error instanceof NotFoundError) return false
    throw error
  }
}
