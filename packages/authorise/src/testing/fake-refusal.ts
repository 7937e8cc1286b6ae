/** The error response of a route. */
export class FakeRefusal extends Error {
  override readonly name = 'FakeRefusal'
  readonly status: number
  readonly code: string
  /** The refused parameter, if there is one. */
  param: string | null = null

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}
