import {
  baseUnitsFromUsd,
  depositInBaseUnits,
  exactCost,
  feeInBaseUnits,
  rateInTermsUnits,
  usdFromBaseUnits,
} from '@per-second/protocol/money'
import { meterDigest, openingDigest, openingTypedData, termsFromWire } from '@per-second/protocol/terms'
import type { Receipt, ReceiptFacts } from './receipt.ts'

/**
 * The receipt of these facts. The facts are not checked: contradictory figures make a receipt that does not verify.
 *
 * @throws {TypeError} for terms that EIP-712 cannot encode, or amounts that are no decimals of at most six places
 */
export function buildReceipt(facts: ReceiptFacts): Receipt {
  const terms = termsFromWire(facts.terms)
  const location = { chainId: facts.chain_id, escrow: facts.escrow }
  const typedData = openingTypedData(terms, location)
  const charged = baseUnitsFromUsd(facts.charged_usd)
  if (charged === null) throw new TypeError(`Not an amount of AUSD: ${facts.charged_usd}`)
  const fee = feeInBaseUnits(charged, facts.terms.fee_bps)
  const rate = rateInTermsUnits(facts.rate_usd_per_second)
  return {
    object: 'receipt',
    version: 1,
    ...facts,
    currency: 'ausd',
    max_escrow_usd: exactCost(facts.rate_usd_per_second, facts.max_duration_seconds),
    deposit_usd: usdFromBaseUnits(depositInBaseUnits(rate, facts.max_duration_seconds)),
    fee_included_usd: usdFromBaseUnits(fee),
    net_usd: usdFromBaseUnits(charged - fee),
    meter_id: meterDigest(terms, location),
    typed_data: typedData,
    signing_hash: openingDigest(typedData),
  }
}
