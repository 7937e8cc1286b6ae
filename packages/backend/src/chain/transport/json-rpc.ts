import type { Hex } from '@per-second/protocol/types'
import { ChainError } from '../chain-error.ts'
import { createHeadWatch } from './head-watch.ts'
import { fromQuantity } from './quantity.ts'
import { askEndpoint } from './rpc-endpoint.ts'
import { RpcRejection } from './rpc-rejection.ts'

/** JSON-RPC 2.0 endpoints of one chain. Throws `ChainError` and nothing else. */
export type JsonRpc = {
  /** @throws RpcRejection when an endpoint answers with an error; `ChainError` when none answers. */
  request<T>(method: string, params?: readonly unknown[]): Promise<T>
}

/** Several endpoints that are watched: that they are on the right chain, and in step with each other. */
export type WatchedRpc = JsonRpc & {
  /** The newest block that any endpoint has shown; null before the first, and on a chain that is not watched. */
  highestBlock(): number | null
  /** Every endpoint is asked for its chain again before its next answer counts. */
  distrust(): void
  /** Several questions to one endpoint, whose answers belong together; when it fails, all of them to the next. */
  onOne<T>(work: (rpc: JsonRpc) => Promise<T>): Promise<T>
  /** Asks one endpoint after the other, and answers the first result that is not null; null when none of those that answer has one. */
  seek<T>(method: string, params: readonly unknown[]): Promise<T | null>
}

/** An endpoint that failed is asked last for a second of real time, doubling to a minute. */
const FIRST_REST_MILLIS = 1_000
const LONGEST_REST_MILLIS = 60_000

/** How long an endpoint is believed to be on the chain it said it was on, in milliseconds of real time. */
const BELIEVED_MILLIS = 30_000

const DEFAULT_TIMEOUT_MILLIS = 10_000

/** Numeric codes with which an endpoint speaks of its own troubles: EIP-1474's unavailable, limit exceeded and internal error, and 429. */
const OWN_TROUBLES = new Set([-32_002, -32_005, -32_603, 429])

type Endpoint = { url: string; restsUntil: number; rest: number; believedUntil: number }

/**
 * @param urls tried in order; the next one only when the one before does not answer, and the one before again when it has rested.
 *   They may hold keys and are never printed.
 * @param options.timeoutMs real milliseconds one endpoint has for one answer
 * @param options.chainId the chain all of them must be on, asked for again and again; without it nothing is asked and no head watched
 */
export function createJsonRpc(
  urls: readonly string[],
  options: { timeoutMs?: number; chainId?: number } = {},
): WatchedRpc {
  const { timeoutMs = DEFAULT_TIMEOUT_MILLIS, chainId } = options
  const known = new Map<string, Endpoint>()
  const heads = chainId === undefined ? null : createHeadWatch()
  let lastId = 0

  const endpoint = (url: string): Endpoint => {
    const found = known.get(url) ?? { url, restsUntil: 0, rest: 0, believedUntil: 0 }
    known.set(url, found)
    return found
  }
  /** Those that rest come last, the one that is to rest least first. */
  const inOrder = (): Endpoint[] => {
    const now = performance.now()
    const late = ({ restsUntil }: Endpoint) => (restsUntil > now ? restsUntil : 0)
    return urls.map(endpoint).toSorted((a, b) => late(a) - late(b))
  }
  const ask = (url: string, method: string, params: readonly unknown[]) => {
    lastId += 1
    return askEndpoint(url, { id: lastId, method, params }, timeoutMs)
  }
  const checkChain = async (asked: Endpoint) => {
    if (chainId === undefined || asked.believedUntil > performance.now()) return
    const actual = fromQuantity((await ask(asked.url, 'eth_chainId', [])) as Hex)
    if (actual !== chainId)
      throw new ChainError('rejected', `the endpoint is on chain ${actual}, not ${chainId}`)
    asked.believedUntil = performance.now() + BELIEVED_MILLIS
  }
  const askOne = async (asked: Endpoint, method: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      await checkChain(asked)
      const answer = await ask(asked.url, method, params)
      const isHead = method === 'eth_getBlockByNumber' && params[0] === 'latest'
      if (isHead && answer !== null) heads?.see(fromQuantity((answer as { number: Hex }).number))
      asked.rest = 0
      asked.restsUntil = 0
      return answer
    } catch (error) {
      if (isItsOwnFault(error)) {
        asked.rest = Math.min(Math.max(asked.rest * 2, FIRST_REST_MILLIS), LONGEST_REST_MILLIS)
        asked.restsUntil = performance.now() + asked.rest
        // It may come back as something else.
        asked.believedUntil = 0
      }
      throw error
    }
  }

  return {
    highestBlock: () => heads?.highest() ?? null,
    distrust: () => {
      for (const distrusted of known.values()) distrusted.believedUntil = 0
    },
    async request<T>(method: string, params: readonly unknown[] = []) {
      let failure: unknown = null
      for (const asked of inOrder()) {
        try {
          return (await askOne(asked, method, params)) as T
        } catch (error) {
          if (!isItsOwnFault(error)) throw error
          failure = moreTelling(failure, error)
        }
      }
      throw failure ?? new ChainError('unreachable', `${method}: no endpoint is configured`)
    },
    async onOne<T>(work: (rpc: JsonRpc) => Promise<T>) {
      let failure: unknown = null
      for (const asked of inOrder()) {
        try {
          return await work({
            request: async <R>(method: string, params: readonly unknown[] = []) =>
              (await askOne(asked, method, params)) as R,
          })
        } catch (error) {
          if (!isItsOwnFault(error)) throw error
          failure = moreTelling(failure, error)
        }
      }
      throw failure ?? new ChainError('unreachable', 'no endpoint is configured')
    },
    async seek<T>(method: string, params: readonly unknown[]) {
      let failure: unknown = null
      let answered = false
      for (const asked of inOrder()) {
        try {
          const answer = (await askOne(asked, method, params)) as T | null
          if (answer !== null) return answer
          answered = true
        } catch (error) {
          failure = moreTelling(failure, error)
        }
      }
      if (!answered) throw failure ?? new ChainError('unreachable', `${method}: no endpoint is configured`)
      return null
    },
  }
}

/** Whether another endpoint may do better: not when this one has understood the request and refused it. */
function isItsOwnFault(error: unknown): boolean {
  if (!(error instanceof RpcRejection)) return error instanceof ChainError
  // Some nodes give a revert the code of an internal error; what it reverted with says that the call was run.
  return OWN_TROUBLES.has(error.rpcCode) && error.data === undefined
}

/** That an endpoint is on another chain says more than that one is silent. */
function moreTelling(earlier: unknown, later: unknown): unknown {
  return earlier instanceof ChainError && earlier.code === 'rejected' ? earlier : later
}
