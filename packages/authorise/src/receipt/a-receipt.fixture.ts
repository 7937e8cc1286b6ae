import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { openingTypedData, saltOfMeter, termsFromWire } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import { privateKeyToAccount } from 'viem/accounts'
import { buildReceipt } from './build-receipt.ts'
import type { Receipt, ReceiptFacts } from './receipt.ts'

const PAYER = privateKeyToAccount(`0x${'11'.repeat(32)}`)

const TERMS: WireMeterTerms = {
  payer: PAYER.address,
  merchant: '0x3333333333333333333333333333333333333333',
  operator: '0x1111111111111111111111111111111111111111',
  token: testAusdAddress,
  fee_recipient: '0x2222222222222222222222222222222222222222',
  fee_bps: 100,
  rate_per_second: '277000000000000',
  max_seconds: 3_600,
  stop_grace: 86_400,
  open_by: 1_790_001_800,
  expiry: 1_792_597_400,
  salt: saltOfMeter('cs_1', 'sub_1'),
}

/** An hour at $0.000277 per second, stopped after 1,000 seconds. */
export const FACTS: ReceiptFacts = {
  livemode: false,
  merchant_name: 'Northwind Compute',
  product_name: 'A100 GPU, 80 GB',
  product: 'prod_1',
  checkout_session: 'cs_1',
  customer: 'cus_1',
  subscription: 'sub_1',
  status: 'canceled',
  cancel_reason: 'subscriber',
  replaces: 'sub_0',
  replaced_by: null,
  rate_usd_per_second: '0.000277',
  max_duration_seconds: 3_600,
  started_at: 1_790_000_100,
  ended_at: 1_790_001_100,
  seconds: 1_000,
  charged_usd: '0.277',
  refunded_usd: '0.7202',
  chain_id: 31_337,
  escrow: testEscrowAddress,
  escrow_salt: null,
  terms: TERMS,
  signature: null,
  signed_by: 'key',
  transactions: {
    opening: `0x${'aa'.repeat(32)}`,
    closing: `0x${'cc'.repeat(32)}`,
  },
}

/** A receipt with a real signature over its terms. */
export async function signedReceipt(change: Partial<ReceiptFacts> = {}): Promise<Receipt> {
  const facts = { ...FACTS, ...change }
  const location = { chainId: facts.chain_id, escrow: facts.escrow }
  const typedData = openingTypedData(termsFromWire(facts.terms), location)
  // The signer's types require bigints instead of the wire's decimal strings. Both encode to the same words.
  const signature = await PAYER.signTypedData(typedData as never)
  return buildReceipt({ ...facts, signature: facts.signature ?? signature })
}
