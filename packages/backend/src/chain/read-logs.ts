import type { Address, Hex } from '@per-second/protocol/types'
import { ChainError } from './chain-error.ts'
import type { RpcLog } from './escrow-events.ts'
import type { JsonRpc } from './transport/json-rpc.ts'
import { toQuantity } from './transport/quantity.ts'
import { RpcRejection } from './transport/rpc-rejection.ts'

const LONGEST_RANGE = 1_000

/** After this many ranges in a row without a refusal a longer one is tried. */
const RANGES_BEFORE_GROWTH = 20

const METHOD_NOT_FOUND = -32_601

export type LogFilter = { address: Address; topics: readonly (Hex | Hex[] | null)[] }

/** Reads logs in ranges that the endpoint accepts: providers limit them, each in its own way and words. */
export type LogReader = {
  /** Logs of both ends' blocks and those between, oldest first. */
  read(rpc: JsonRpc, filter: LogFilter, fromBlock: number, toBlock: number): Promise<RpcLog[]>
}

export function createLogReader(): LogReader {
  let length = LONGEST_RANGE
  let accepted = 0

  /** Halves the range as long as the endpoint refuses it or does not manage it in time. */
  const readRange = async (
    rpc: JsonRpc,
    filter: LogFilter,
    from: number,
    last: number,
  ): Promise<[RpcLog[], number]> => {
    for (;;) {
      const to = Math.min(from + length - 1, last)
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
      try {
        const logs = await rpc.request<RpcLog[]>('eth_getLogs', [{ ...filter, ...range }])
        accepted += 1
        if (accepted >= RANGES_BEFORE_GROWTH && length < LONGEST_RANGE) {
          length = Math.min(length * 2, LONGEST_RANGE)
          accepted = 0
        }
        return [logs.filter(log => log.removed !== true), to]
      } catch (error) {
        accepted = 0
        const asked = to - from + 1
        if (asked === 1 || !mayBeTooLong(error)) throw error
        length = Math.floor(asked / 2)
        if (error instanceof ChainError && error.code === 'timeout') throw error
      }
    }
  }

  return {
    read: async (rpc, filter, fromBlock, toBlock) => {
      const found: RpcLog[] = []
      for (let from = fromBlock; from <= toBlock; ) {
        const [logs, to] = await readRange(rpc, filter, from, toBlock)
        found.push(...logs)
        from = to + 1
      }
      return found
    },
  }
}

/** No two providers have the same code for it, so every refusal but an unknown method counts. */
function mayBeTooLong(error: unknown): boolean {
  if (error instanceof RpcRejection) return error.rpcCode !== METHOD_NOT_FOUND
  return error instanceof ChainError && error.code === 'timeout'
}
