import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type {
  CheckoutSession,
  Invoice,
  List,
  Product,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from '@per-second/protocol/types'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createDatabase } from './create-database.ts'
import { balanceOf } from './merchant.ts'
import { createCaller } from './subscriber.ts'
import {
  fillPostgresWithVersion1,
  fillSqliteWithVersion1,
  makeVersion1Folder,
  VERSION_1,
} from './version-1.ts'

let backend: BackendProcess
beforeAll(async () => {
  const folder = makeVersion1Folder()
  const server = process.env.TEST_POSTGRES
  if (server === undefined) {
    fillSqliteWithVersion1(join(folder, 'billing.sqlite'))
    backend = await startBackend({ folder })
  } else {
    const address = await createDatabase(server)
    await fillPostgresWithVersion1(address)
    backend = await startBackend({ folder, args: ['--database-url', address] })
  }
}, 120_000)
afterAll(() => backend?.remove())

it('what version 1 left goes on: keys, clock, objects, a meter on its chain', async () => {
  const call = createCaller(backend.url, backend.merchant.test_key)
  const get = async <T>(path: string) => (await call<T>('GET', path)).body
  expect(backend.merchant.test_key).toBe('sk_test_vd5agrc1kh9dfrng6h00pttz4c56518c')
  expect(await get<TestClock>('/v1/test_helpers/clock')).toMatchObject({ now: VERSION_1.now, frozen: true })
  expect(await get<CheckoutSession>(`/v1/checkout/sessions/${VERSION_1.session}`)).toMatchObject({
    status: 'open',
    max_duration_seconds: 7200,
    max_escrow_usd: '1.9944',
  })
  expect(await get<WebhookEndpoint>(`/v1/webhook_endpoints/${VERSION_1.endpoint}`)).toMatchObject({
    status: 'enabled',
  })
  const again = await call<Product>(
    'POST',
    '/v1/products',
    {
      name: VERSION_1.product.name,
      description: 'By the second',
      rate_usd_per_second: '0.000277',
      allow_pause: true,
    },
    { 'Idempotency-Key': VERSION_1.idempotencyKey },
  )
  expect([again.body.id, again.headers.get('Idempotent-Replayed')]).toEqual([VERSION_1.product.id, 'true'])

  await call('POST', '/v1/test_helpers/clock/advance', { seconds: 23 })
  const { body: canceled } = await call<Subscription>(
    'POST',
    `/v1/subscriptions/${VERSION_1.subscription}/cancel`,
    {},
  )
  // 50 seconds of its life were a pause: 3723 × 0.000277 of the 1.9944 that were put in escrow.
  expect(canceled).toMatchObject({
    status: 'canceled',
    elapsed_seconds: 3723,
    settled_usd: '1.031271',
    refunded_usd: '0.963129',
  })
  const { data } = await get<List<Invoice>>('/v1/invoices')
  expect(data.map(({ seconds, gross }) => [seconds, gross])).toEqual([
    [123, '0.034071'],
    [3600, '0.9972'],
  ])
  expect(data[1]?.id).toBe(VERSION_1.invoice)
  expect(await balanceOf(backend, backend.chain.escrow)).toBe(0n)
}, 120_000)

it('what a newer version has carried further is refused in words, by the service and by its commands', async () => {
  const folder = makeVersion1Folder()
  const newer =
    "create table schema_version (id text primary key, version bigint not null); insert into schema_version values ('schema', 999)"
  const server = process.env.TEST_POSTGRES
  const args = server === undefined ? [] : ['--database-url', await createDatabase(server)]
  if (args[1] === undefined) {
    const database = new DatabaseSync(join(folder, 'billing.sqlite'))
    database.exec(newer)
    database.close()
  } else {
    const client = new pg.Client({ connectionString: args[1] })
    await client.connect()
    await client.query(newer)
    await client.end()
  }
  let said = ''
  const code = await run(['keys', 'list', '--data', folder, ...args], {
    environment: {},
    writeOut: () => {},
    writeErr: text => {
      said += text
    },
    serve: async () => {},
  })
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^This database belongs to a newer version of the program: its schema is 999/),
  ])
  await expect(startBackend({ folder, args })).rejects.toThrow('ended with 1 before it was ready')
}, 120_000)
