import type { Hex } from '@per-second/protocol/types'
import { ChainError } from '../chain-error.ts'
import { askEndpoint } from './ask-endpoint.ts'
import type { HeadWatch } from './head-watch.ts'
import type { RpcProvider, RpcQuestion } from './rpc-provider.ts'
import { RpcRejection } from './rpc-rejection.ts'

/** An endpoint that failed is asked last for so long, in milliseconds of real time. */
const REST_MILLIS = 30_000

/** How long an endpoint is believed to be on the chain it said it was on, in milliseconds of real time. */
const BELIEVED_MILLIS = 30_000

/** The conditions for an endpoint: on this chain, and near the newest block that any of its endpoints has shown. */
export type WatchedChain = { chainId: number; heads: HeadWatch }

type EndpointOptions = {
  timeoutMs: number
  /** Null for an endpoint whose answers are believed as they come. */
  watched: WatchedChain | null
  onRequest: (seconds: number, outcome: 'answered' | 'failed') => void
}

/** One JSON-RPC endpoint, with its rest after a failure. Its address may hold a key and is never printed. */
export class Endpoint implements RpcProvider {
  readonly #url: string
  readonly #timeoutMs: number
  readonly #watched: WatchedChain | null
  readonly #onRequest: EndpointOptions['onRequest']
  #lastId = 0
  #waitsUntil = 0
  /** That it is on the right chain: asked once for all who wait for it. */
  #belief: { said: Promise<void>; until: number } | null = null

  constructor(url: string, { timeoutMs, watched, onRequest }: EndpointOptions) {
    this.#onRequest = onRequest
    this.#url = url
    this.#timeoutMs = timeoutMs
    this.#watched = watched
  }

  /** Until when it is to be called last, as `performance.now()` counts, or 0 when it may be called. */
  waitsUntil(now: number): number {
    return this.#waitsUntil > now ? this.#waitsUntil : 0
  }

  /** It is asked for its chain again before its next answer counts. */
  distrust(): void {
    this.#belief = null
  }

  async request<T>(question: RpcQuestion): Promise<T> {
    try {
      await this.#checkChain()
      const answer = await this.#ask(question)
      const isHead = question.method === 'eth_getBlockByNumber' && question.params?.[0] === 'latest'
      if (isHead && answer !== null) {
        const { number, timestamp } = answer as { number: Hex; timestamp: Hex }
        this.#watched?.heads.see({ number: Number(number), timestamp: Number(timestamp) })
      }
      this.#waitsUntil = 0
      return answer as T
    } catch (error) {
      if (!(error instanceof RpcRejection)) this.putOff()
      throw error
    }
  }

  /** It is asked last for a while, and for its chain before its next answer counts: it may come back as something else. */
  putOff(): void {
    this.distrust()
    this.#waitsUntil = performance.now() + REST_MILLIS
  }

  async #checkChain(): Promise<void> {
    if (this.#watched === null) return
    const { chainId } = this.#watched
    if (this.#belief === null || this.#belief.until <= performance.now())
      this.#belief = { said: this.#askChain(chainId), until: performance.now() + BELIEVED_MILLIS }
    await this.#belief.said
  }

  async #askChain(expected: number): Promise<void> {
    try {
      const actual = Number(await this.#ask({ method: 'eth_chainId' }))
      if (actual !== expected)
        throw new ChainError('rejected', `the endpoint is on chain ${actual}, not ${expected}`)
    } catch (error) {
      this.distrust()
      throw error
    }
  }

  async #ask({ method, params = [] }: RpcQuestion): Promise<unknown> {
    this.#lastId += 1
    const since = performance.now()
    const report = (outcome: 'answered' | 'failed') =>
      this.#onRequest((performance.now() - since) / 1_000, outcome)
    try {
      const answer = await askEndpoint(this.#url, { id: this.#lastId, method, params }, this.#timeoutMs)
      report('answered')
      return answer
    } catch (error) {
      report(isOfTheQuestion(error) ? 'answered' : 'failed')
      throw error
    }
  }
}

/** Whether no endpoint can do better. Any other refusal is the endpoint's own until all of them have refused. */
export function isOfTheQuestion(error: unknown): boolean {
  return error instanceof RpcRejection
    ? error.reverted !== null
    : error instanceof ChainError && error.code === 'nonce_taken'
}
