import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'

const ELEMENT = join(import.meta.dirname, '../../packages/authorise/cdn')

/** A shop's server with one page at every address, which is written once its own is known, and the element's files. */
export type Shop = AsyncDisposable & { url: string; show(page: string): void }

export async function openShop(policy = ''): Promise<Shop> {
  let page = ''
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url.startsWith('/element/')
    if (policy) response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? readFileSync(join(ELEMENT, basename(url))) : page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(written) {
      page = written
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
