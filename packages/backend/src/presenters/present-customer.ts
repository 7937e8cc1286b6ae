import { usdFromBaseUnits } from '@per-second/protocol/money'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Customer as WireCustomer } from '@per-second/protocol/types'
import type { Customer } from '../domain/entities.ts'

export function presentCustomer(customer: Customer): WireCustomer {
  return {
    id: customer.id,
    object: 'customer',
    email: customer.email,
    wallet_address: customer.walletAddress,
    default_payment: 'ausd',
    livemode: customer.mode === 'live',
    created: toUnixSeconds(customer.created),
    subscription_count: customer.subscriptionCount,
    total_settled_usd: usdFromBaseUnits(customer.totalSettled),
  }
}
