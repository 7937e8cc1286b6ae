import { rateInBaseUnits } from '@per-second/protocol/money'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Product as WireProduct } from '@per-second/protocol/types'
import type { Product } from '../domain/entities.ts'

export function presentProduct(product: Product): WireProduct {
  return {
    id: product.id,
    object: 'product',
    name: product.name,
    description: product.description,
    rate_usd_per_second: product.rateUsd,
    rate_per_second_wei: rateInBaseUnits(product.rateUsd),
    currency: 'ausd',
    allow_pause: product.allowPause,
    start_mode: product.startMode,
    active: product.active,
    active_subscriptions: product.activeSubscriptions,
    livemode: product.mode === 'live',
    created: toUnixSeconds(product.created),
  }
}
