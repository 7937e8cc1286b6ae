import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient, PRODUCT, sessionOf } from './api-client.ts'
import type { Benchmark } from './figure.ts'
import { load } from './load.ts'
import { BACKEND_BUILT, buildBackend, residentMegabytes, startLocalBackend } from './server-process.ts'

const OBJECTS = 100_000
const LIMIT_MEGABYTES = 200

/** What the built service holds in memory once so many objects were created through its API. Its sources take some 40 MB more. */
export const memory: Benchmark = async progress => {
  progress('building the backend')
  buildBackend()
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const server = await startLocalBackend(folder, BACKEND_BUILT)
  try {
    const { url, merchant } = server.line
    const client = createApiClient(url, merchant.test_key)
    const product = await client.post<{ id: string }>('/v1/products', PRODUCT)
    const before = residentMegabytes(server)
    progress(`creating ${OBJECTS.toLocaleString('en')} sessions`)
    const body = JSON.stringify(sessionOf(product.id))
    const headers = { ...client.headers, 'idempotency-key': '[<id>]' }
    await load(
      { server, url: `${url}/v1/checkout/sessions`, method: 'POST', headers, body },
      { requests: OBJECTS },
    )
    const value = residentMegabytes(server)
    const figure = { bench: 'memory', unit: 'MB resident', against: null, ratio: null }
    return [
      { ...figure, metric: 'before the first object', value: before, target: null, ok: null },
      {
        ...{ ...figure, metric: `after ${OBJECTS.toLocaleString('en')} objects`, value },
        ...{ target: `<= ${LIMIT_MEGABYTES} MB`, ok: value <= LIMIT_MEGABYTES },
      },
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
