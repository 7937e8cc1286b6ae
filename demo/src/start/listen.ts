import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = AsyncDisposable & { url: string; port: number }

/**
 * Serves on the loopback address. A port that is taken or forbidden is exchanged for a free one: the caller compares `port`. The URL
 * names localhost: several wallets inject into no page whose host is an address. A browser looks for that name on IPv6 first, so
 * that a port which another program has there is taken, too.
 */
export async function listen(handle: RequestListener, port: number): Promise<Listener> {
  const server = createServer(handle)
  const isFree = port === 0 || !(await isTakenOnIpv6(port))
  await listenOn(server, isFree ? port : 0).catch(error => {
    if (!['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return listenOn(server, 0)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://localhost:${bound}`,
    port: bound,
    async [Symbol.asyncDispose]() {
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** `once` throws the server's error. */
async function listenOn(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** Not where the machine has no IPv6. */
function isTakenOnIpv6(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', error => resolve((error as NodeJS.ErrnoException).code === 'EADDRINUSE'))
    probe.listen(port, '::1', () => probe.close(() => resolve(false)))
  })
}
