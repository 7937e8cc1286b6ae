export type FakeCall = { method: string; path: string; body: unknown; token: string | null }

/** A route's input, once the call has arrived. */
export type FakeRequest = { path: string; body: Record<string, unknown>; token: string }

export type Fault =
  | { path: string; status: number; code: string; param?: string }
  | { path: string; lost: 'before' | 'after' }

/** The parts of an error response. */
export type Refused = { status: number; code: string; param?: string | null }

type Held = { at: 'request' | 'answer'; until: Promise<void> }

/** The network between a page and its service: it records calls, loses them, and delays them. */
export class FakeNetwork {
  readonly calls: FakeCall[] = []
  readonly #faults: Fault[] = []
  readonly #held = new Map<string, Held>()
  readonly #answer: (request: FakeRequest) => Response
  readonly #error: (refusal: Refused) => Response

  constructor(answer: (request: FakeRequest) => Response, error: (refusal: Refused) => Response) {
    this.#answer = answer
    this.#error = error
  }

  fail(fault: Fault): void {
    this.#faults.push(fault)
  }

  hold(path: string, at: 'request' | 'answer'): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = { at, until: promise }
    this.#held.set(path, held)
    return () => {
      if (this.#held.get(path) === held) this.#held.delete(path)
      resolve()
    }
  }

  async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const path = new URL(input instanceof Request ? input.url : input).pathname.replace('/v1/client', '')
    const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? null
    const body: Record<string, unknown> = init.body ? JSON.parse(String(init.body)) : {}
    this.calls.push({ method: init.method ?? 'GET', path, body, token })
    const held = [...this.#held].find(([suffix]) => path.endsWith(suffix))?.[1]
    if (held?.at === 'request') await held.until
    init.signal?.throwIfAborted()
    const index = this.#faults.findIndex(fault => path.endsWith(fault.path))
    const fault = index === -1 ? undefined : this.#faults.splice(index, 1)[0]
    if (fault && 'status' in fault) return this.#error(fault)
    if (fault?.lost === 'before') throw new TypeError('network')
    const answer = this.#answer({ path, body, token: token ?? '' })
    if (held?.at === 'answer') await held.until
    init.signal?.throwIfAborted()
    if (fault) throw new TypeError('network')
    return answer
  }
}
