import { type BillingClient, createClient } from '../client.ts'
import { checkedKey } from '../request/checked-key.ts'
import { InvalidRequestError } from '../request/errors.ts'
import { sign } from '../webhook-signature.ts'
import type { OptionValues } from './command.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** Where a local backend listens when it is not told otherwise. */
const LOCAL_URL = 'http://127.0.0.1:4243'

export type MerchantAccess = { billing: BillingClient; url: string; mode: 'test' | 'live' }

/**
 * The client of the merchant whose key is in the environment. Every user of the machine could read a key on the command
 * line.
 */
export function merchantAccess(options: OptionValues, surroundings: Surroundings): MerchantAccess {
  const { environment, fetch } = surroundings
  const apiKey = merchantKey(environment)
  const url = String(options.url ?? (environment.BILLING_URL || LOCAL_URL))
  const mode = apiKey.startsWith('sk_live_') ? 'live' : 'test'
  try {
    return { billing: createClient({ apiKey, baseUrl: url, fetch }), url, mode }
  } catch (error) {
    if (!(error instanceof InvalidRequestError && error.param === 'baseUrl')) throw error
    const name = options.url === undefined ? 'BILLING_URL' : '--url'
    throw new UsageError(error.message.replace('baseUrl', name), name)
  }
}

/**
 * The secret that signs forwarded events: the one in the environment, or else one derived from the key. A derived
 * secret is the same at the next start, so a receiver's settings can keep it. The key cannot be derived from it.
 *
 * @throws {WebhookVerificationError} `webhook_secret_invalid`
 */
export async function forwardingSecret({
  environment,
}: Pick<Surroundings, 'environment'>): Promise<{ secret: string; isOwn: boolean }> {
  const purpose = new TextEncoder().encode('forwarding secret of @per-second/client')
  const own = environment.WEBHOOK_SECRET
  if (own) {
    // Signing refuses what is no secret: now, and not at the first event.
    await sign(own, purpose)
    return { secret: own, isOwn: true }
  }
  return { secret: `whsec_${await sign(btoa(merchantKey(environment)), purpose)}`, isOwn: false }
}

function merchantKey({ BILLING_KEY }: Surroundings['environment']): string {
  if (BILLING_KEY) return checkedKey(BILLING_KEY, 'API key')
  throw new UsageError(
    'No key: put the merchant’s secret key into the environment as BILLING_KEY. A local backend prints a test key when it starts.',
    'BILLING_KEY',
  )
}
