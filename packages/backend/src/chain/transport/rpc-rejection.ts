import { ChainError } from '../chain-error.ts'

/** The endpoint understood and refused: `rpcCode` and `data` are the JSON-RPC error's. */
export class RpcRejection extends ChainError {
  readonly rpcCode: number
  readonly data: unknown

  constructor(method: string, rpcCode: number, text: string, data: unknown) {
    super('rejected', `${method} was refused (${rpcCode}): ${text}`)
    this.rpcCode = rpcCode
    this.data = data
  }
}
