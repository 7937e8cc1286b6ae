import type { Chain, PreparedAuthorisation, SignInChallenge } from '@per-second/protocol/types'
import { sessionShape } from './session-shape.ts'
import {
  anObject,
  decimal,
  instant,
  matching,
  oneOf,
  orAbsent,
  orNull,
  type Shape,
  text,
  whole,
  word,
} from './shape.ts'

const address = matching(/^0x[\da-fA-F]{40}$/)
const salt = matching(/^0x[\da-fA-F]{64}$/)
const decimals = whole(0, 255)

export const CHAIN_SHAPE: Shape<Chain> = {
  object: oneOf('chain'),
  chain_id: whole(1),
  name: text,
  rpc_urls: value => Array.isArray(value) && value.every(text),
  native_currency: { name: text, symbol: text, decimals },
  block_explorer_url: orNull(text),
  token: { address, name: text, version: text, symbol: text, decimals },
  escrow: address,
  escrow_salt: orAbsent(orNull(salt)),
  operator: address,
  fee_recipient: address,
  fee_bps: whole(0),
  min_deposit_usd: orAbsent(decimal),
}

/** Terms and typed data only have to be objects here: the page compares them with its own, field by field. */
export function preparedShape(sessionId: string): Shape<PreparedAuthorisation> {
  return {
    object: oneOf('authorisation'),
    session: sessionShape(sessionId),
    subscription_id: word,
    draft: word,
    terms: anObject,
    typed_data: anObject,
    deposit_wei: matching(/^\d{1,39}$/),
    sign_by: instant,
  }
}

export const CHALLENGE_SHAPE: Shape<SignInChallenge> = {
  object: oneOf('sign_in.challenge'),
  message: text,
  nonce: text,
  expires_at: instant,
}
