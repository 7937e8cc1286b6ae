import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { rateInTermsUnits } from '@per-second/protocol/money'
import {
  DEFAULT_STOP_GRACE_SECONDS,
  depositOfTerms,
  EXPIRY_AFTER_MAXIMUM_SECONDS,
  type MeterTerms,
  openingTypedData,
  termsToWire,
} from '@per-second/protocol/terms'
import type {
  Address,
  Chain,
  CheckoutSession,
  PreparedAuthorisation,
  Subscription,
} from '@per-second/protocol/types'
import { keccak256, stringToHex } from 'viem/utils'

/** The chain of every fake session. */
export const FAKE_CHAIN: Chain = {
  object: 'chain',
  chain_id: 31_337,
  name: 'Local chain',
  rpc_urls: ['http://127.0.0.1:8545'],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  block_explorer_url: null,
  token: { address: testAusdAddress, name: 'Agora Dollar', version: '1', symbol: 'AUSD', decimals: 6 },
  escrow: testEscrowAddress,
  operator: '0x1111111111111111111111111111111111111111',
  fee_recipient: '0x2222222222222222222222222222222222222222',
  fee_bps: 100,
}

/** What an honest service has signed for a prepared session. */
export function fakeAuthorisation({
  session,
  subscription,
  payer,
  payee,
  openBy,
}: {
  session: CheckoutSession
  subscription: Subscription
  payer: Address
  payee: Address
  openBy: number
}): PreparedAuthorisation {
  const seconds = subscription.max_duration_seconds
  const terms: MeterTerms = {
    payer,
    merchant: payee,
    operator: FAKE_CHAIN.operator,
    token: testAusdAddress,
    feeRecipient: FAKE_CHAIN.fee_recipient,
    feeBps: FAKE_CHAIN.fee_bps,
    ratePerSecond: rateInTermsUnits(subscription.rate_usd_per_second),
    maxSeconds: seconds,
    stopGrace: DEFAULT_STOP_GRACE_SECONDS,
    openBy,
    expiry: openBy + seconds + EXPIRY_AFTER_MAXIMUM_SECONDS,
    salt: keccak256(stringToHex(subscription.id)),
  }
  return {
    object: 'authorisation',
    session,
    subscription,
    terms: termsToWire(terms),
    typed_data: openingTypedData(terms, { chainId: FAKE_CHAIN.chain_id, escrow: testEscrowAddress }),
    deposit_wei: depositOfTerms(terms).toString(),
    sign_by: openBy,
  }
}
