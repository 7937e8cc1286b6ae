import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isFileError } from '../files/file-error.ts'
import { OptionError } from '../options/option-error.ts'
import type { Deps } from '../routes/deps.ts'
import { type Fetch, trackInFlight } from './in-flight.ts'
import { createRefuseHttp, refuseBrokenHttp } from './refuse-broken-http.ts'

export type HttpServer = {
  url: string
  /**
   * Takes no more requests and resolves when the ones in flight are answered. A request that waits for longer than a
   * second gets 503.
   */
  close(): Promise<void>
}

/**
 * How much longer than announced an idle connection stays open, in milliseconds of real time. A client on a loaded
 * machine may be late to give it up, and would see its request end without a response.
 */
const KEEP_ALIVE_BUFFER_MILLIS = 10_000

/** The time in which a request has to arrive, in milliseconds of real time. It is checked every few seconds. */
const ARRIVAL_MILLIS = 30_000
const ARRIVAL_CHECK_MILLIS = 5_000

/** How long requests in flight have for their own answer when the service ends, in milliseconds of real time. */
const ANSWER_MILLIS = 1_000

/** After so long a connection is cut whose other end does not read. */
const DRAIN_MILLIS = 1_500

/**
 * Serves the app.
 *
 * @param port 0 for any free one
 * @param host the address to listen on
 * @throws {OptionError} when the port is taken, or the address is not this machine's
 */
export async function listen(
  { fetch, port, host }: { fetch: Fetch; port: number; host: string },
  deps: Pick<Deps, 'newId' | 'log'>,
): Promise<HttpServer> {
  const refuse = createRefuseHttp(deps)
  const inFlight = trackInFlight(fetch, { newId: deps.newId, refuse })
  const server = createServer(
    {
      // Without this Node refuses a request that names no host by itself, without the envelope.
      requireHostHeader: false,
      keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MILLIS,
      requestTimeout: ARRIVAL_MILLIS,
      headersTimeout: ARRIVAL_MILLIS,
      connectionsCheckingInterval: ARRIVAL_CHECK_MILLIS,
    },
    inFlight.listener,
  )
  refuseBrokenHttp(server, refuse)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(unusableAddress(error, host, port) ?? error))
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      inFlight.close()
      // Data on an open connection is read before that connection counts as idle: this turn may be past its reading.
      await nextTurn()
      await nextTurn()
      const closed = once(server, 'close')
      const giveUp = setTimeout(inFlight.refuse, ANSWER_MILLIS)
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MILLIS)
      server.close()
      await closed
      clearTimeout(giveUp)
      clearTimeout(cut)
    },
  }
}

/** On no interface, unknown to DNS, of a family that this machine lacks, or without its interface, as `fe80::1`. */
const NO_ADDRESS_OF_OURS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL', 'EAFNOSUPPORT', 'EAI_AGAIN']

function unusableAddress(error: Error, host: string, port: number): OptionError | null {
  if (isFileError(error, 'EADDRINUSE'))
    return new OptionError(`Port ${port} is taken. Choose another with --port, or 0 for any free one.`)
  if (isFileError(error, 'EACCES'))
    return new OptionError(
      `This user may not listen on port ${port}. Choose another with --port, above 1023.`,
    )
  if (NO_ADDRESS_OF_OURS.some(code => isFileError(error, code)))
    return new OptionError(`${host} is not an address of this machine. Choose another with --host.`)
  return null
}
