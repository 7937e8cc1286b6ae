import { rateInBaseUnits } from '@per-second/protocol/money'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Product as WireProduct } from '@per-second/protocol/types'
import type { Product } from '../domain/entities.ts'

/** Every answer with a product holds its rate, and exact arithmetic costs more than the rest of the answer. */
const MAX_KNOWN_RATES = 1_000
const knownRates = new Map<string, string>()

function baseUnitsOf(rateUsd: string): string {
  let units = knownRates.get(rateUsd)
  if (units === undefined) {
    units = rateInBaseUnits(rateUsd)
    if (knownRates.size >= MAX_KNOWN_RATES) knownRates.clear()
    knownRates.set(rateUsd, units)
  }
  return units
}

export function presentProduct(product: Product): WireProduct {
  return {
    id: product.id,
    object: 'product',
    name: product.name,
    description: product.description,
    rate_usd_per_second: product.rateUsd,
    rate_per_second_wei: baseUnitsOf(product.rateUsd),
    currency: 'ausd',
    allow_pause: product.allowPause,
    start_mode: product.startMode,
    active: product.active,
    active_subscriptions: product.activeSubscriptions,
    livemode: product.mode === 'live',
    created: toUnixSeconds(product.created),
  }
}
