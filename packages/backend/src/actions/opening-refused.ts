import type { ErrorCode } from '@per-second/protocol/errors'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import { depositOfTerms, type MeterTerms } from '@per-second/protocol/terms'
import type { Address } from '@per-second/protocol/types'
import type { SimulationFailure } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'

/** Why the escrow would not open a meter, in words a subscriber can act on. */
export function openingRefused(failure: SimulationFailure, terms: MeterTerms): ApiError {
  switch (failure) {
    case 'insufficient_funds':
      return new ApiError(
        'insufficient_funds',
        `The wallet ${terms.payer} holds less than the deposit of ${usdFromBaseUnits(depositOfTerms(terms))} AUSD. Add AUSD or choose a shorter duration.`,
      )
    case 'payer_frozen':
      return payerFrozen(terms.payer)
    case 'wallet_unknown':
    case 'wallet_undeployable':
      return new ApiError(
        'signature_invalid',
        `The wallet ${terms.payer} is not deployed on this chain, and this service deploys only known wallets, such as a Safe or a Coinbase smart wallet in its standard form. Deploy it by sending any transaction from it, then authorise again.`,
        { param: 'signature' },
      )
    case 'deployer_poor':
      return new ApiError(
        'signature_invalid',
        `The wallet ${terms.payer} is not deployed on this chain, and this service cannot deploy it right now. Deploy it by sending any transaction from it, then authorise again.`,
        { param: 'signature' },
      )
    case 'signature_invalid':
      return new ApiError(
        'signature_invalid',
        `This is not the signature of ${terms.payer} under these terms.`,
        { param: 'signature' },
      )
    case 'too_late':
      return new ApiError(
        'signature_invalid',
        'The deadline for signing these terms has passed, or the wallet has taken the signature back. Prepare again and sign the new terms.',
        { param: 'signature' },
      )
    case 'token_paused':
    case 'already_open':
    case 'reverted':
      return new ApiError(
        'chain_unavailable',
        'The escrow does not accept this opening right now. Repeat the call. If it fails again, call prepare.',
      )
  }
}

/** Why an accepted opening failed, from the code that its job keeps. */
export function openingFailed(code: ErrorCode | null, terms: MeterTerms): ApiError {
  if (code === 'insufficient_funds' || code === 'payer_frozen') return openingRefused(code, terms)
  return openingRefused(code === 'signature_invalid' ? 'too_late' : 'reverted', terms)
}

/** The token's issuer has frozen the account: nothing that the payer signs moves anything. */
export function payerFrozen(payer: Address): ApiError {
  return new ApiError(
    'payer_frozen',
    `The issuer of AUSD has frozen the wallet ${payer}. Pay with another wallet, or contact the issuer.`,
  )
}
