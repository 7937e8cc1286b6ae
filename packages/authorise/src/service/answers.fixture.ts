import type {
  Authorisation,
  PreparedAuthorisation,
  SignIn,
  SignInChallenge,
  WireMeterTerms,
  WireTypedData,
} from '@per-second/protocol/types'
import { COMPLETE, SESSION, SUBSCRIPTION } from '../../test/fixtures.ts'

/** Terms and typed data are placeholders here, because other tests compare them. */
export const PREPARED: PreparedAuthorisation = {
  object: 'authorisation',
  session: SESSION,
  subscription_id: 'sub_1',
  draft: 'b3BhcXVl.bWFj',
  terms: {} as WireMeterTerms,
  typed_data: {} as WireTypedData,
  deposit_wei: '997200',
  sign_by: 1_790_000_900,
}

export const AUTHORISATION: Authorisation = {
  object: 'authorisation',
  session: COMPLETE,
  subscription: SUBSCRIPTION,
  customer: 'cus_1',
  tx_hash: `0x${'ab'.repeat(32)}`,
  client_token: 'ct_1',
  expires_at: 1_792_682_400,
}

export const CHALLENGE: SignInChallenge = {
  object: 'sign_in.challenge',
  message: 'shop.example wants you to sign in with your Ethereum account:',
  nonce: 'abcdef1234567890',
  expires_at: 1_790_000_300,
}

export const SIGN_IN: SignIn = {
  object: 'sign_in',
  client_token: 'ct_1',
  expires_at: 1_792_682_400,
  customer: 'cus_1',
  session: COMPLETE,
}
