import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { rateInTermsUnits } from '@per-second/protocol/money'
import {
  DEFAULT_STOP_GRACE_SECONDS,
  depositOfTerms,
  EXPIRY_AFTER_MAXIMUM_SECONDS,
  type MeterTerms,
  openingTypedData,
  saltOfMeter,
  termsToWire,
} from '@per-second/protocol/terms'
import type { Address, Chain, CheckoutSession, PreparedAuthorisation } from '@per-second/protocol/types'

/** The chain of every fake session: the embedded one, in either mode. */
export function fakeChain(
  { livemode }: Pick<CheckoutSession, 'livemode'>,
  { minDepositUsd }: { minDepositUsd?: string } = {},
): Chain {
  return {
    object: 'chain',
    chain_id: 31_337,
    name: 'Local chain',
    rpc_urls: ['http://127.0.0.1:8545'],
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    block_explorer_url: null,
    token: { address: testAusdAddress, name: 'Agora Dollar', version: '1', symbol: 'AUSD', decimals: 6 },
    escrow: livemode ? liveEscrowAddress : testEscrowAddress,
    escrow_salt: null,
    operator: '0x1111111111111111111111111111111111111111',
    fee_recipient: '0x2222222222222222222222222222222222222222',
    fee_bps: 100,
    ...(minDepositUsd !== undefined && { min_deposit_usd: minDepositUsd }),
  }
}

/** A valid draft of a service for a session. */
export function fakeAuthorisation({
  session,
  chain,
  subscriptionId,
  draft,
  payer,
  payee,
  seconds,
  openBy,
  change = {},
}: {
  session: CheckoutSession
  chain: Chain
  subscriptionId: string
  draft: string
  payer: Address
  payee: Address
  seconds: number
  openBy: number
  /** Other values of terms. */
  change?: Partial<MeterTerms>
}): PreparedAuthorisation {
  const terms: MeterTerms = {
    payer,
    merchant: payee,
    operator: chain.operator,
    token: chain.token.address,
    feeRecipient: chain.fee_recipient,
    feeBps: chain.fee_bps,
    ratePerSecond: rateInTermsUnits(session.product.rate_usd_per_second),
    maxSeconds: seconds,
    stopGrace: DEFAULT_STOP_GRACE_SECONDS,
    openBy,
    expiry: openBy + seconds + EXPIRY_AFTER_MAXIMUM_SECONDS,
    salt: saltOfMeter(session.id, subscriptionId),
    ...change,
  }
  return {
    object: 'authorisation',
    session,
    subscription_id: subscriptionId,
    draft,
    terms: termsToWire(terms),
    typed_data: openingTypedData(terms, { chainId: chain.chain_id, escrow: chain.escrow }),
    deposit_wei: depositOfTerms(terms).toString(),
    sign_by: openBy,
  }
}
