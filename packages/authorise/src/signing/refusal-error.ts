/** Which kind of lie was refused. */
export type RefusalCode =
  | 'refused_chain'
  | 'refused_escrow'
  | 'refused_token'
  | 'refused_terms'
  | 'refused_sign_in'

/**
 * The service asked for something other than what is on screen, in the chain route or in the pins. Nothing was signed and the
 * wallet was not asked. `field` names what deviated, as it is spelled on the wire (`terms.fee_bps`, `typed_data.message.to`).
 */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
  readonly code: RefusalCode
  readonly field: string

  constructor(code: RefusalCode, field: string, options?: { cause?: unknown }) {
    super(`The service asked for something that was not agreed: ${field}`, options)
    this.code = code
    this.field = field
  }
}
