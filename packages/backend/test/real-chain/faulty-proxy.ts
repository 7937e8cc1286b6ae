import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcCall = { id: number; method: string; params: unknown[] }
type RpcReply = { result?: unknown; error?: { code: number; message: string } }

/**
 * The endpoint's action instead of a response to a call, or null to pass it on. `reply` is a JSON-RPC response of its
 * own, with the call's id. `body` is sent as it is. `silent` keeps the connection open, and `cut` ends it. `swallow`
 * passes the call on and loses the response.
 */
export type Misbehaviour =
  | { status?: number; reply: RpcReply }
  | { status?: number; body: string | Iterable<string> }
  | 'silent'
  | 'cut'
  | 'swallow'
  | null

export type FaultyProxy = {
  url: string
  /** Every call it was asked, by method. */
  calls: string[]
  /** Applies from now on. null makes it honest again. `forward` asks the chain behind. */
  misbehave(
    how: ((call: RpcCall, forward: () => Promise<RpcReply>) => Misbehaviour | Promise<Misbehaviour>) | null,
  ): void
  stop(): Promise<void>
}

/** An endpoint in front of a real chain with the usual faults: it falls silent, lags, forgets, and returns nonsense. */
export async function startFaultyProxy(behind: string): Promise<FaultyProxy> {
  let misbehaviour: Parameters<FaultyProxy['misbehave']>[0] = null
  const calls: string[] = []

  const ask = async (call: RpcCall): Promise<RpcReply> => {
    const response = await fetch(behind, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', ...call }),
    })
    const { result, error } = (await response.json()) as RpcReply
    return error === undefined ? { result } : { error }
  }

  const answer = async (response: ServerResponse, call: RpcCall) => {
    calls.push(call.method)
    const chosen = (await misbehaviour?.(call, () => ask(call))) ?? null
    if (chosen === 'silent') return
    if (chosen === 'cut') return void response.destroy()
    if (chosen === 'swallow') {
      await ask(call)
      return void response.destroy()
    }
    if (chosen !== null && 'body' in chosen) {
      response.writeHead(chosen.status ?? 200)
      if (typeof chosen.body === 'string') return void response.end(chosen.body)
      for (const part of chosen.body) {
        if (response.destroyed) return
        if (!response.write(part))
          await new Promise(resolve => response.once('drain', resolve).once('close', resolve))
      }
      return void response.end()
    }
    const { id } = call
    response.statusCode = chosen?.status ?? 200
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(chosen?.reply ?? (await ask(call))) }))
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      answer(response, JSON.parse(Buffer.concat(chunks).toString())).catch(() => response.destroy())
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    misbehave: how => {
      misbehaviour = how
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
