import { usdFromBaseUnits } from '@per-second/protocol/money'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Invoice as WireInvoice } from '@per-second/protocol/types'
import type { Invoice } from '../domain/entities.ts'

export function presentInvoice(invoice: Invoice): WireInvoice {
  return {
    id: invoice.id,
    object: 'invoice',
    subscription: invoice.subscriptionId,
    customer: invoice.customerId,
    period_start: toUnixSeconds(invoice.periodStart),
    period_end: toUnixSeconds(invoice.periodEnd),
    seconds: invoice.seconds,
    amount_settled: usdFromBaseUnits(invoice.fee + invoice.net),
    gross: usdFromBaseUnits(invoice.gross),
    fee: usdFromBaseUnits(invoice.fee),
    net: usdFromBaseUnits(invoice.net),
    currency: 'ausd',
    status: invoice.status,
    tx_hash: invoice.txHash,
    livemode: invoice.mode === 'live',
    created: toUnixSeconds(invoice.created),
  }
}
