import { ChainError } from './chain-error.ts'

/** A JSON-RPC 2.0 endpoint. Throws `ChainError` and nothing else. */
export type JsonRpc = {
  /** @throws RpcRejection when the endpoint answers with an error; `ChainError` when it does not answer. */
  request<T>(method: string, params?: readonly unknown[]): Promise<T>
}

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

type RpcAnswer = { result?: unknown; error?: { code?: unknown; message?: unknown; data?: unknown } }

/**
 * @param urls tried in order; the next one only when the one before does not answer. They may hold keys and are never printed.
 * @param timeoutMs real milliseconds one endpoint has for one answer
 */
export function createJsonRpc(urls: readonly string[], timeoutMs = 10_000): JsonRpc {
  let lastId = 0
  return {
    async request<T>(method: string, params: readonly unknown[] = []) {
      lastId += 1
      const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
      let failure = new ChainError('unreachable', `${method}: no endpoint is configured`)
      for (const url of urls) {
        try {
          return (await ask(url, method, body, timeoutMs)) as T
        } catch (error) {
          if (!(error instanceof ChainError) || error.code === 'rejected') throw error
          failure = error
        }
      }
      throw failure
    },
  }
}

async function ask(url: string, method: string, body: string, timeoutMs: number): Promise<unknown> {
  const response = await post(url, method, body, timeoutMs)
  const answer = await readAnswer(response, method)
  if (answer.error !== undefined && answer.error !== null) {
    const { code, message, data } = answer.error
    throw new RpcRejection(method, typeof code === 'number' ? code : 0, String(message), data)
  }
  return answer.result
}

async function post(url: string, method: string, body: string, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw unanswered(method, error)
  }
}

/** Nodes put JSON-RPC errors into answers with an HTTP error status too, so the body decides where there is one. */
async function readAnswer(response: Response, method: string): Promise<RpcAnswer> {
  let answer: unknown
  try {
    answer = await response.json()
  } catch (error) {
    if (error instanceof DOMException) throw unanswered(method, error)
    answer = null
  }
  // From 429 on it is the endpoint that is in trouble, not the request: another one may answer.
  const understood = response.status < 429
  if (understood && isRpcAnswer(answer)) return answer
  throw new ChainError('unreachable', `${method}: the endpoint answered with HTTP status ${response.status}`)
}

function isRpcAnswer(answer: unknown): answer is RpcAnswer {
  return typeof answer === 'object' && answer !== null && ('result' in answer || 'error' in answer)
}

function unanswered(method: string, cause: unknown): ChainError {
  const late = cause instanceof DOMException && cause.name === 'TimeoutError'
  return late
    ? new ChainError('timeout', `${method}: the chain took too long to answer`, { cause })
    : new ChainError('unreachable', `${method}: the chain cannot be reached`, { cause })
}
