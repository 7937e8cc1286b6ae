import { InsufficientFundsError } from './flows/insufficient-funds-error.ts'
import type { Shortfall } from './flows/shortfall.ts'
import { ServiceError } from './service/service-error.ts'
import { PinError } from './signing/pins.ts'
import { RefusalError } from './signing/refusal-error.ts'
import { WalletError } from './wallet/wallet.ts'

/** Why something did not work, as data: a stable code, and the figures its sentence needs. */
export type Problem = {
  code: string
  /** With `insufficient_funds`, where the element read the balance itself. */
  shortfall?: Shortfall
  /** The field in question, with a refusal of what the service asked for; the attribute, with one that is not valid. */
  field?: string
}

/** The problem behind a caught error. Everything that is none of ours is `unexpected`. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof RefusalError || error instanceof PinError)
    return { code: error.code, field: error.field }
  if (error instanceof InsufficientFundsError) return { code: error.code, shortfall: error.shortfall }
  if (error instanceof WalletError || error instanceof ServiceError) return { code: error.code }
  return { code: 'unexpected' }
}
