/** What a route answers instead of a success. */
export class FakeRefusal extends Error {
  override readonly name = 'FakeRefusal'
  readonly status: number
  readonly code: string
  /** The parameter that is refused, where it is one. */
  param: string | null = null

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}
