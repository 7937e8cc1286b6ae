import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { isFileError } from './chain/file-error.ts'
import type { Deps } from './deps.ts'
import { answerBrokenRequest, refuseBrokenHttp } from './middleware/http-refusals.ts'
import type { RefusedHttp } from './observability/observe-refusals.ts'
import { OptionError } from './options/option-error.ts'

export type HttpServer = {
  url: string
  /** Takes no more requests and resolves when the ones in flight are answered, at the latest after three seconds. */
  close(): Promise<void>
}

const DRAIN_MILLIS = 3_000

/** How requests are answered; `env` holds Node's own request. */
export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/**
 * Serves the app.
 *
 * @param port 0 for any free one
 * @param host the address to listen on; the default is this machine's alone
 * @param refused told of what is refused before it is a request
 * @throws {OptionError} when the port is taken, or the address is not this machine's
 */
export async function listen(
  fetch: Fetch,
  port: number,
  newId: Deps['newId'],
  host = '127.0.0.1',
  refused: RefusedHttp = () => {},
): Promise<HttpServer> {
  const errorHandler = answerBrokenRequest(newId, refused)
  // Without this Node refuses a request that names no host by itself, without the envelope.
  const server = createServer({ requireHostHeader: false }, getRequestListener(fetch, { errorHandler }))
  refuseBrokenHttp(server, newId, refused)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(unusableAddress(error, host, port) ?? error))
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        const force = setTimeout(() => {
          server.closeAllConnections()
        }, DRAIN_MILLIS)
        server.close(() => {
          clearTimeout(force)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function unusableAddress(error: Error, host: string, port: number): OptionError | null {
  if (isFileError(error, 'EADDRINUSE'))
    return new OptionError(`Port ${port} is taken. Choose another with --port, or 0 for any free one.`)
  if (isFileError(error, 'EADDRNOTAVAIL') || isFileError(error, 'ENOTFOUND'))
    return new OptionError(`${host} is not an address of this machine. Choose another with --host.`)
  return null
}
