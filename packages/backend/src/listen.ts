import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { isFileError } from './chain/file-error.ts'
import type { Deps } from './deps.ts'
import { answerBrokenRequest, refuseBrokenHttp } from './middleware/http-refusals.ts'
import { OptionError } from './run-options.ts'

export type HttpServer = {
  url: string
  /** Takes no more requests and resolves when the ones in flight are answered, at the latest after three seconds. */
  close(): Promise<void>
}

const DRAIN_MILLIS = 3_000

/**
 * Serves the app on the loopback interface.
 *
 * @param port 0 for any free one
 * @throws {OptionError} when the port is taken
 */
export async function listen(app: Hono, port: number, newId: Deps['newId']): Promise<HttpServer> {
  const errorHandler = answerBrokenRequest(newId)
  // Without this Node refuses a request that names no host by itself, without the envelope.
  const server = createServer({ requireHostHeader: false }, getRequestListener(app.fetch, { errorHandler }))
  refuseBrokenHttp(server, newId)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error =>
      reject(
        isFileError(error, 'EADDRINUSE')
          ? new OptionError(`Port ${port} is taken. Choose another with --port, or 0 for any free one.`)
          : error,
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
