import { rateFromTermsUnits } from '@per-second/protocol/money'
import type { Subscription } from './entities.ts'

/** A meter that has just started to run, with an authorisation that lasts for decades. `rate` is in 1e-18 AUSD a second. */
export function aMeter(fields: { rate: bigint; maxSeconds: number; startedAt: number }): Subscription {
  const openBy = Math.floor(fields.startedAt / 1000) + 1_800
  const address = '0x0000000000000000000000000000000000000001'
  return {
    id: 'sub_1',
    merchantId: 'mer_1',
    mode: 'test',
    customerId: 'cus_1',
    productId: 'prod_1',
    sessionId: 'cs_1',
    status: 'running',
    rateUsd: rateFromTermsUnits(fields.rate),
    allowPause: true,
    startMode: 'checkout',
    maxDurationSeconds: fields.maxSeconds,
    terms: {
      payer: address,
      merchant: address,
      operator: address,
      token: address,
      feeRecipient: address,
      feeBps: 100,
      ratePerSecond: fields.rate,
      maxSeconds: fields.maxSeconds,
      stopGrace: 86_400,
      openBy,
      expiry: openBy + 10 ** 9,
      salt: '0x00',
    },
    meterId: '0x00',
    signature: null,
    openingTxHash: null,
    openingsFailed: 0,
    startedAt: fields.startedAt,
    pausedAt: null,
    pausedBy: null,
    pausedMillis: 0,
    endedAt: null,
    cancelReason: null,
    resumesAs: null,
    ownEndedAt: null,
    billedSeconds: 0,
    settledGross: 0n,
    settledFee: 0n,
    refunded: 0n,
    loggedSeconds: 0,
    invoicedSeconds: 0,
    logFaulty: false,
    closed: false,
    latestInvoiceId: null,
    dueAt: null,
    nextSettlementAt: null,
    created: fields.startedAt,
  }
}
