import type { Hex } from '@per-second/protocol/types'
import { ChainError } from '../chain-error.ts'

/** An endpoint answered with an error: `rpcCode` and `data` are the JSON-RPC error's. */
export class RpcRejection extends ChainError {
  readonly rpcCode: number
  readonly data: unknown
  /**
   * The revert data of the call, `0x` if empty. It is null where the error proves no execution, and may be the
   * endpoint's own.
   */
  readonly reverted: Hex | null

  constructor(method: string, rpcCode: number, text: string, data: unknown, reverted: Hex | null = null) {
    super(reverted === null ? 'refused' : 'rejected', `${method} was refused (${rpcCode}): ${text}`)
    this.rpcCode = rpcCode
    this.data = data
    this.reverted = reverted
  }
}
