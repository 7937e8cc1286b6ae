import autocannon from 'autocannon'
import { processorMicros, type ServerProcess } from './server-process.ts'

/** Connections that ask again as soon as they are answered: the same generator for every server. */
export const CONNECTIONS = 32

export type Load = {
  server: ServerProcess<unknown>
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/** Milliseconds, and microseconds of the server's processor time for each request where the system tells. */
export type Loaded = { perSecond: number; p99: number; processor: number | null }

/** An `idempotency-key` of `[<id>]` becomes another one for each request. */
export async function load(
  { server, url, method, headers, body }: Load,
  extent: { seconds: number } | { requests: number },
): Promise<Loaded> {
  const before = processorMicros(server)
  const result = await autocannon({
    url,
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    idReplacement: headers['idempotency-key'] !== undefined,
    connections: CONNECTIONS,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${method} ${url}: ${result.non2xx} refused, ${result.errors} failed; the figure would be worthless`,
    )
  }
  const after = processorMicros(server)
  const processor = before === null || after === null ? null : (after - before) / result['2xx']
  return { perSecond: result.requests.average, p99: result.latency.p99, processor }
}
