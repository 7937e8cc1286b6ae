import { ChainError, toChainError } from '../chain-error.ts'
import { Endpoint, isOfTheQuestion } from './endpoint.ts'
import { createHeadWatch } from './head-watch.ts'
import type { RpcProvider, RpcQuestion } from './rpc-provider.ts'

const DEFAULT_TIMEOUT_MILLIS = 10_000

/** Told of every question: to which endpoint, by its place from 1, how many seconds it took, and whether there was an answer. */
export type OnRequest = (place: number, seconds: number, outcome: 'answered' | 'failed') => void

/**
 * The JSON-RPC endpoints of one chain, as one provider. The next one is called only when the one before does not
 * respond, and the one before again when it has rested. It holds all that viem lacks for this
 * (docs/decisions/0011-one-transport-over-the-endpoints.md).
 */
export class Endpoints implements RpcProvider {
  readonly #endpoints: readonly Endpoint[]
  readonly #heads = createHeadWatch()

  /**
   * @param urls in the order in which they are tried
   * @param options.timeoutMs real milliseconds one endpoint has for one answer
   * @param options.onRequest called for every request
   * @param options.chainId the chain that all of them must be on, checked repeatedly. Without it no check is made and
   * no head watched
   */
  constructor(
    urls: readonly string[],
    options: { timeoutMs?: number | undefined; chainId?: number; onRequest?: OnRequest | undefined } = {},
  ) {
    const { timeoutMs = DEFAULT_TIMEOUT_MILLIS, chainId, onRequest = () => {} } = options
    const watched = chainId === undefined ? null : { chainId, heads: this.#heads }
    this.#endpoints = urls.map((url, place) => {
      const tell = (seconds: number, outcome: 'answered' | 'failed') => onRequest(place + 1, seconds, outcome)
      return new Endpoint(url, { timeoutMs, watched, onRequest: tell })
    })
  }

  request<T>(question: RpcQuestion): Promise<T> {
    return this.onOne(one => one.request<T>(question))
  }

  /**
   * Several requests to one endpoint, whose responses belong together. When it fails or refuses, all of them go to the
   * next. An endpoint that refused a request that another one answers is put off.
   */
  async onOne<T>(work: (one: RpcProvider) => Promise<T>): Promise<T> {
    let failure: ChainError | null = null
    const refused: Endpoint[] = []
    for (const endpoint of this.#inOrder()) {
      try {
        const answer = await work(endpoint)
        for (const each of refused) each.putOff()
        return answer
      } catch (error) {
        const latest = toChainError(error)
        if (isOfTheQuestion(latest)) throw latest
        failure = moreTelling(failure, latest)
        if (latest.code === 'refused') refused.push(endpoint)
      }
    }
    throw failure ?? noEndpoint()
  }

  /** The same work on every endpoint at once: the first success counts, and without one the failure that says most. */
  async onEvery<T>(work: (one: RpcProvider) => Promise<T>): Promise<T> {
    try {
      return await Promise.any(this.#inOrder().map(one => work(one)))
    } catch (error) {
      const failures = (error as AggregateError).errors.map(toChainError)
      throw failures.find(isOfTheQuestion) ?? failures.reduce(moreTelling, noEndpoint())
    }
  }

  /**
   * Calls one endpoint after the other for a result that is not null, or returns null when none of those that respond
   * has one.
   */
  readonly untilFound: RpcProvider = {
    request: async <T>(question: RpcQuestion) => {
      let failure: ChainError | null = null
      let answered = false
      for (const endpoint of this.#inOrder()) {
        try {
          const answer = await endpoint.request<T | null>(question)
          if (answer !== null) return answer
          answered = true
        } catch (error) {
          failure = moreTelling(failure, toChainError(error))
        }
      }
      if (!answered) throw failure ?? noEndpoint()
      return null as T
    },
  }

  /** The newest block that any endpoint has shown, or null before the first, and on an unwatched chain. */
  highestBlock(): number | null {
    return this.#heads.highest()
  }

  /** Every endpoint is asked for its chain again before its next answer counts. */
  distrust(): void {
    for (const endpoint of this.#endpoints) endpoint.distrust()
  }

  /** Failed endpoints come last, and among them the one that failed first leads. */
  #inOrder(): Endpoint[] {
    const now = performance.now()
    return this.#endpoints.toSorted((a, b) => a.waitsUntil(now) - b.waitsUntil(now))
  }
}

/** From silence to the most telling: that an endpoint refuses, and that it is on another chain. */
const TELLING: readonly string[] = ['refused', 'rejected']

function moreTelling(earlier: ChainError | null, later: ChainError): ChainError {
  return earlier === null || TELLING.indexOf(later.code) >= TELLING.indexOf(earlier.code) ? later : earlier
}

function noEndpoint(): ChainError {
  return new ChainError('unreachable', 'no endpoint is configured')
}
