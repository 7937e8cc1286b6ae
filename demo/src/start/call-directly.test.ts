import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a demo behind a proxy of the shell calls its own machine without it', async () => {
  const server = createServer((_, response) => response.end('direct')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const program = `import(${JSON.stringify(import.meta.resolve('./call-directly.ts'))})
    .then(({ callDirectly }) => callDirectly())
    .then(() => fetch('${url}'))
    .then(response => response.text())
    .then(console.log)`
  const proxy = 'http://127.0.0.1:1'
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: '' }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env })
    expect(stdout).toBe('direct\n')
  } finally {
    server.close()
  }
})
