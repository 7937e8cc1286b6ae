import { createHash } from 'node:crypto'
import type { Hex } from '@per-second/protocol/types'
import { aMeter } from '../domain/a-meter.fixture.ts'
import type {
  ChainJob,
  CheckoutSession,
  Customer,
  Invoice,
  Merchant,
  Product,
  Scope,
  Subscription,
} from '../domain/entities.ts'
import { createIds } from '../domain/id.ts'

export const newId = createIds(Date.now)

export function aMerchant(): Merchant {
  return {
    ...{ id: newId('mer_'), name: 'Shop', logoUrl: null, accent: null, supportUrl: null },
    ...{ payoutAddress: `0x${'1'.repeat(40)}`, created: 1 },
  }
}

export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    id: newId('prod_'),
    merchantId: 'mer_1',
    mode: 'test',
    name: 'GPU time',
    description: null,
    rateUsd: '0.000277',
    allowPause: true,
    startMode: 'checkout',
    active: true,
    activeSubscriptions: 0,
    created: 1_800_000_000_001,
    ...changes,
  }
}

export function aSession(product: Product, changes: Partial<CheckoutSession> = {}): CheckoutSession {
  return {
    id: newId('cs_'),
    merchantId: product.merchantId,
    mode: product.mode,
    status: 'open',
    productId: product.id,
    successUrl: 'https://shop.example/ok',
    cancelUrl: 'https://shop.example/no',
    rateUsd: product.rateUsd,
    allowPause: false,
    startMode: 'checkout',
    maxDurationSeconds: null,
    capFixed: false,
    customerId: null,
    subscriptionId: null,
    customersCreated: 0,
    created: 1,
    expiresAt: 86_400_001,
    ...changes,
  }
}

export function aCustomer({ merchantId, mode }: Scope, id: string): Customer {
  return {
    ...{ id, merchantId, mode, email: 'ada@example.com', walletAddress: `0x${'2'.repeat(40)}` },
    ...{ walletKey: id, subscriptionCount: 1, totalSettled: 0n, created: 1 },
  }
}

export function aSubscription(product: Product, changes: Partial<Subscription> = {}): Subscription {
  const id = newId('sub_')
  const { merchantId, mode, rateUsd } = product
  const meter = aMeter({ rate: 277_000_000_000_000n, maxSeconds: 3600, startedAt: 1_800_000_000_000 })
  const meterId = hashOf(id)
  return {
    ...meter,
    ...{
      id,
      merchantId,
      mode,
      rateUsd,
      productId: product.id,
      meterId,
      terms: { ...meter.terms, salt: meterId },
    },
    ...changes,
  }
}

export function anInvoice(scope: Scope, periodEnd: number, changes: Partial<Invoice> = {}): Invoice {
  const id = newId('in_')
  return {
    id,
    merchantId: scope.merchantId,
    mode: scope.mode,
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    periodStart: 0,
    periodEnd,
    seconds: 1,
    gross: 277n,
    fee: 2n,
    net: 275n,
    status: 'paid',
    txHash: hashOf(id),
    created: periodEnd,
    ...changes,
  }
}

export function aJob(subscription: Subscription, changes: Partial<ChainJob> = {}): ChainJob {
  return {
    ...{ id: newId('req_'), mode: subscription.mode, kind: 'settle', subscriptionId: subscription.id },
    operator: subscription.operator,
    ...{ toSecond: 60, periodEnd: 1, status: 'pending', transactionId: null, attempts: 0, failure: null },
    ...{ notBefore: 1, traceparent: null, created: 1 },
    ...changes,
  }
}

export function hashOf(text: string): Hex {
  return `0x${createHash('sha256').update(text).digest('hex')}`
}
