import type { JsonSchema } from '../../src/openapi/document-types.ts'
import type { FuzzWorld } from './fuzz-world.ts'
import type { Members } from './json-text.ts'
import type { Random } from './random.ts'

export function goodMembers(schema: JsonSchema, world: FuzzWorld, random: Random): Members {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const signed = required.has('draft') && world.drafts.length > 0 ? random.pick(world.drafts) : null
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || random.chance(0.5))
    .map(([name, field]) => [
      name,
      signed && name in signed ? signed[name as keyof typeof signed] : goodValue(name, field, world, random),
    ])
}

export function goodValue(name: string, schema: JsonSchema, world: FuzzWorld, random: Random): unknown {
  const { enum: options, type, const: only } = schema as { enum?: unknown[]; type?: string; const?: unknown }
  const { ids } = world
  if (only !== undefined) return only
  if (options !== undefined) return random.pick(options)
  if (name.startsWith('rate_'))
    return random.pick(['0', '1', '0.000277', '0.00000385', '00.10', '999999999999999.999999999999999999'])
  if (name === 'amount') return random.pick(['0', '1', '0.000001'])
  if (name === 'product' && ids.product.length > 0) return random.pick(ids.product)
  if (name === 'customer' && ids.customer.length > 0) return random.pick(ids.customer)
  if (name === 'subscription' && ids.subscription.length > 0) return random.pick(ids.subscription)
  if (name === 'webhook_endpoint' && ids.endpoint.length > 0) return random.pick(ids.endpoint)
  if (name === 'starting_after' || name === 'ending_before') return random.pick(Object.values(ids).flat())
  if (name.endsWith('_url'))
    return random.pick(['https://shop.example/ok?s={CHECKOUT_SESSION_ID}', 'http://127.0.0.1:3000'])
  if (name === 'url') return 'http://127.0.0.1:9/hook'
  if (name === 'events') return ['invoice.payment_failed']
  if (name === 'email') return 'ada@example.com'
  if (name === 'wallet_address' || name === 'payout_address') return `0x${'1a'.repeat(20)}`
  if (name === 'claim') return '5e'.repeat(32)
  if (name === 'chain_id') return random.pick([1, 31_337])
  if (name === 'signature') return `0x${'5b'.repeat(65)}`
  if (name === 'max_duration_seconds') return random.pick([60, 3_600, 86_400, 2_592_000, null])
  if (name.startsWith('period_end')) return random.pick([0, 1, 1_788_652_800, 4_000_000_000])
  if (name === 'limit') return random.pick([1, 2, 10, 100])
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer') return random.pick([1, 60])
  return random.pick(['GPU', '💠', 'a name with spaces', 'Ωmega'])
}

export function filledPath(path: string, world: FuzzWorld, random: Random): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => random.pick(idsFor(path, name, world)))
}

function idsFor(path: string, name: string, { ids }: FuzzWorld): string[] {
  const all = Object.values(ids).flat()
  const fitting =
    name === 'cs'
      ? ids.session
      : name === 'sub'
        ? ids.subscription
        : path.startsWith('/v1/products')
          ? ids.product
          : path.startsWith('/v1/checkout')
            ? ids.session
            : path.startsWith('/v1/customers')
              ? ids.customer
              : path.startsWith('/v1/subscriptions')
                ? ids.subscription
                : path.startsWith('/v1/invoices')
                  ? ids.invoice
                  : path.startsWith('/v1/events')
                    ? ids.event
                    : ids.endpoint
  return fitting.length > 0 ? fitting : all
}
