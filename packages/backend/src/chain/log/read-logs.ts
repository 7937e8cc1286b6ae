import type { Address, Hex } from '@per-second/protocol/types'
import type { Log } from 'viem'
import { numberToHex } from 'viem/utils'
import { ChainError } from '../chain-error.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { AnswerTooLong } from '../transport/post-json.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'

/** After this many ranges in a row without a refusal a longer one is tried. */
const RANGES_BEFORE_GROWTH = 20

/** A log as `eth_getLogs` carries it. The transport has checked that it has its place. */
export type MinedLog = Log<Hex, Hex, false>

/** Blocks of both ends are included. */
export type LogFilter = {
  address: Address
  topics: (Hex | Hex[] | null)[]
  fromBlock: number
  toBlock: number
}

export type LogReader = ReturnType<typeof createLogReader>

/**
 * Reads logs in ranges that the endpoint accepts: providers limit them, each in its own way and words.
 *
 * @param longest range that is asked for at once, in blocks
 */
export function createLogReader(longest: number) {
  let length = longest
  let accepted = 0

  /**
   * Halves the range as long as the endpoint fails, with any error: no two providers have the same one. After silence
   * the next call goes on with the half, for the endpoint may be gone.
   */
  const readRange = async (
    client: ChainClient,
    { fromBlock: from, toBlock: last, ...filter }: LogFilter,
  ): Promise<[MinedLog[], number]> => {
    for (;;) {
      const to = Math.min(from + length - 1, last)
      const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
      try {
        // viem's `getLogs` has no filter for several events of one meter.
        const logs = await client.request({ method: 'eth_getLogs', params: [{ ...filter, ...range }] })
        accepted += 1
        if (accepted >= RANGES_BEFORE_GROWTH && length < longest) {
          length = Math.min(length * 2, longest)
          accepted = 0
        }
        return [logs.filter((log): log is MinedLog => !log.removed), to]
      } catch (error) {
        accepted = 0
        const blocks = to - from + 1
        // It refuses one block, too: in that case it limits another figure, and the length was not the cause of the
        // earlier refusals.
        if (length === 1) length = longest
        if (blocks === 1) throw error
        length = Math.floor(blocks / 2)
        if (!isAnswer(error)) throw error
      }
    }
  }

  return {
    /** Logs of both ends' blocks and those between, oldest first, each once: some endpoints repeat them. */
    read: async (client: ChainClient, filter: LogFilter) => {
      const found = new Map<string, MinedLog>()
      for (let { fromBlock } = filter; fromBlock <= filter.toBlock; ) {
        const [logs, to] = await readRange(client, { ...filter, fromBlock })
        for (const log of logs) found.set(`${log.blockHash} ${Number(log.logIndex)}`, log)
        fromBlock = to + 1
      }
      return [...found.values()]
    },
  }
}

/** Some endpoints send everything, however much that is. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof RpcRejection || (error instanceof ChainError && error.cause instanceof AnswerTooLong)
  )
}
