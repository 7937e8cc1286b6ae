import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../../scripts/find-chromium.ts'

/** The strictest policy under which the element works. A shop only adds its `connect-src`. */
export const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

export type Site = { url: string; close(): Promise<void> }

/** Serves pages by path, and folders below prefixes, under the strict policy. */
export async function serve(
  pages: Record<string, string>,
  folders: Record<string, string>,
  policy = STRICT_POLICY,
): Promise<Site> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    answer(path).then(
      body => {
        response.writeHead(200, {
          'content-type': TYPES[extname(path)] ?? TYPES['.html'],
          'content-security-policy': policy,
          'cache-control': 'no-store',
        })
        response.end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  async function answer(path: string): Promise<string | Buffer> {
    const page = pages[path]
    if (page !== undefined) return page
    // A slow browser requests it after the page, and reports a missing one in the console.
    if (path === '/favicon.ico') return ''
    const prefix = Object.keys(folders).find(prefix => path.startsWith(prefix))
    if (prefix === undefined) throw new Error(`nothing at ${path}`)
    return readFile(join(folders[prefix] ?? '', normalize(path.slice(prefix.length))))
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export async function launch(): Promise<Browser> {
  return chromium.launch(await findChromium())
}
