import { AuthoriseError } from '../errors/authorise-error.ts'

/** Which kind of lie was refused. `refused_meter` alone comes after the signature. */
export type RefusalCode =
  | 'refused_chain'
  | 'refused_escrow'
  | 'refused_token'
  | 'refused_terms'
  | 'refused_sign_in'
  | 'refused_meter'

/**
 * The service's data differ from the screen, the chain route or the pins, or later from the signed terms
 * (`refused_meter`). The wallet was not asked to sign it. `field` names the deviating field, as it is spelled on the
 * wire (`terms.fee_bps`, `typed_data.message.to`, `settled_usd`).
 */
export class RefusalError extends AuthoriseError {
  override readonly name = 'RefusalError'
  declare readonly code: RefusalCode
  declare readonly field: string

  /** @param options `expected` and `received` are the values that differ, as text */
  constructor(
    code: RefusalCode,
    field: string,
    options: { cause?: unknown; reason?: string; expected?: unknown; received?: unknown } = {},
  ) {
    const { cause, reason, expected, received } = options
    const what = reason === undefined ? field : `${field} (${reason})`
    const values = expected === undefined ? '' : `, expected ${expected}, received ${received}`
    super(code, `The service says something that was not agreed: ${what}${values}`, { cause, field })
  }
}
