import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HeldLease } from '../src/storage/postgres/postgres-leases.ts'
import { openPostgresStorage, type PostgresStorage } from '../src/storage/postgres/postgres-storage.ts'
import { describeHolder } from '../src/worker/leader/lease-holder.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { BACKEND_COMMAND } from './backend-program.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { createMerchantServer } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** A process that starts after all is ended then. */
const REFUSED_WITHIN_MS = 30_000

/** The lease that every process of a database takes or waits for. */
const LEASE = 'work'

let server: PostgresServer
let others: ChainOfOthers
beforeAll(async () => {
  ;[server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
})
afterAll(() => Promise.all([others.remove(), server.stop()]))

/** A holder on another machine. */
function elsewhere(): string {
  return JSON.stringify({ ...JSON.parse(describeHolder({ embedded: true })), host: 'other', pid: 7 })
}

/** A process that is expected not to start, on a folder of its own. */
async function refused(args: string[], env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-refused-'))
  const child = spawn(process.execPath, [...BACKEND_COMMAND, '--port', '0', '--data', folder, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    timeout: REFUSED_WITHIN_MS,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  rmSync(folder, { recursive: true })
  return { code, said }
}

async function remove(backend: BackendProcess, storage?: PostgresStorage) {
  backend.process.kill('SIGCONT')
  await backend.remove()
  await storage?.close()
}

test('error: beside a process with an embedded chain no other starts, on any chain, and is told the cure', async () => {
  const args = ['--database-url', await server.newDatabase()]
  const first = await startBackend({ args })
  try {
    const { key } = await others.newOperator()
    const secretsKey = readFileSync(join(first.folder, 'webhooks.key'), 'utf8').trim()
    const seconds = await Promise.all([
      refused(args),
      refused([...args, ...others.args], { OPERATOR_KEY: key, SECRETS_KEY: secretsKey }),
    ])
    for (const { code, said } of seconds) {
      expect(code).toBe(2)
      expect(said).toContain('waiting for its lease to end')
      expect(said).toMatch(
        new RegExp(
          `^This database is in use by process ${first.process.pid} on \\S+, and an embedded chain belongs to one process\\. Stop that one, or start a chain of its own and pass --rpc-url to both\\.$`,
          'm',
        ),
      )
    }
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  } finally {
    await remove(first)
  }
})

test('behaviour: a process that was killed is followed by the next one with its folder, and by no other', async () => {
  const args = ['--database-url', await server.newDatabase()]
  let backend = await startBackend({ args })
  try {
    const { merchant, chain } = backend
    await backend.end('SIGKILL')
    const { code, said } = await refused(args)
    expect([code, said]).toEqual([
      2,
      expect.stringContaining('Start with the folder it was made with (--data)'),
    ])
    backend = await startBackend({ folder: backend.folder, args })
    expect(backend).toMatchObject({ merchant, chain })
  } finally {
    await remove(backend)
  }
})

test('behaviour: a start waits until the lease of a process that died elsewhere has run out', async () => {
  const database = await server.newDatabase()
  const storage = await openPostgresStorage(database)
  const lease = (await storage.leases.take(LEASE, elsewhere(), 600)) as HeldLease
  // Its holder dies while the start waits, however long this machine takes to get there.
  const captureLog = () => void storage.leases.renew(lease, 1)
  const backend = await startBackend({ args: ['--database-url', database], captureLog })
  try {
    expect(await storage.leases.read(LEASE)).toMatchObject({ token: 2 })
    expect(backend.log()).toEqual([expect.stringContaining('"holder":"process 7 on other"')])
  } finally {
    await remove(backend, storage)
  }
})

test('behaviour: a process that slept while another took the database refuses all waiting requests, does nothing more, and ends', async () => {
  const database = await server.newDatabase()
  const args = ['--database-url', database]
  let backend = await startBackend({ args, captureLog: true })
  const storage = await openPostgresStorage(database)
  try {
    const merchant = await createMerchantServer(backend)
    backend.process.kill('SIGSTOP')
    const body = { name: 'GPU', rate_usd_per_second: '0.000277' }
    const waiting = merchant.call('POST', '/v1/products', body)
    await expect.poll(() => storage.leases.take(LEASE, elsewhere(), 60)).not.toBeNull()
    const ended = once(backend.process, 'exit')
    backend.process.kill('SIGCONT')
    const answer = await waiting
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(await ended).toEqual([1, null])
    await expect
      .poll(backend.log)
      .toContain('Another process has this database now, so this one ends, and its chain.')
    expect(
      await storage.read(tx => tx.products.list({ merchantId: merchant.id, mode: 'test' }, { limit: 1 })),
    ).toEqual({
      data: [],
      hasMore: false,
    })

    const held = await storage.leases.read(LEASE)
    await storage.leases.release({ id: LEASE, token: held?.token ?? 0, holder: held?.holder ?? '' })
    backend = await startBackend({ folder: backend.folder, args })
    expect((await fetch(`${backend.url}/readyz`)).status).toBe(200)
  } finally {
    await remove(backend, storage)
  }
})
