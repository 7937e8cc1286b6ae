import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ErrorEnvelope } from '@per-second/protocol/errors'
import { expect, test } from 'vitest'
import { startBackend } from './backend-process.ts'
import { createCaller } from './subscriber.ts'

const BODY = { name: 'GPU', rate_usd_per_second: '1' }
const NOT_NOW =
  'The database cannot be written: its disk is full or refuses writes. Make room: the service goes on by itself.'

test('behaviour: a service whose disk takes no more says so, is not ready, and goes on when there is room', async () => {
  const backend = await startBackend({ args: ['--log', 'silent'] })
  try {
    const call = createCaller(backend.url, backend.merchant.test_key)
    const create = async () => (await call('POST', '/v1/products', BODY)).status
    const ready = async () => {
      const answer = await fetch(`${backend.url}/readyz`)
      return [answer.status, ((await answer.json()) as Partial<ErrorEnvelope>).error?.message]
    }
    const notNow = `${NOT_NOW} See ${backend.url}/docs/errors#internal_error`
    expect([await create(), await ready()]).toEqual([200, [200, undefined]])

    // No file of the process grows any more, as where a disk is full.
    const size = statSync(join(backend.folder, 'billing.sqlite-wal')).size
    await promisify(execFile)('prlimit', ['--pid', String(backend.process.pid), `--fsize=${size}:`])
    await expect.poll(create).toBe(503)
    await expect.poll(ready).toEqual([503, notNow])
    expect((await call('GET', '/v1/products')).status).toBe(200)

    await promisify(execFile)('prlimit', ['--pid', String(backend.process.pid), '--fsize=unlimited:'])
    await expect.poll(create).toBe(200)
    await expect.poll(ready).toEqual([200, undefined])
  } finally {
    await backend.remove()
  }
})
