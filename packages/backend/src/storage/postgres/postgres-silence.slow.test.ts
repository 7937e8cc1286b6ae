import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { type SilentProxy, startSilentProxy } from '../../../test/silent-proxy.ts'
import { openPostgresStorage, type PostgresStorage } from './postgres-storage.ts'

/** A question whose answer never comes is given up well before the service has to be back. */
const BACK_WITHIN_MS = 15_000
const UNAVAILABLE = { name: 'StorageError', code: 'unavailable' }

let server: PostgresServer
let proxy: SilentProxy
beforeAll(async () => {
  server = await startPostgres()
  proxy = await startSilentProxy(Number(new URL(server.address).port))
})
afterAll(async () => {
  await proxy.stop()
  await server.stop()
})

let database: string
let storage: PostgresStorage
/** The same database by the straight way. */
let operator: pg.Client
beforeEach(async () => {
  database = await server.newDatabase()
  storage = await openPostgresStorage(proxy.address(database))
  operator = new pg.Client({ connectionString: database })
  await operator.connect()
})
afterEach(async () => {
  await operator.end()
  await storage.close()
})

const write = (key: string) => storage.unitOfWork(tx => tx.settings.set(key, 'written'))
const read = (key: string) => storage.read(tx => tx.settings.get(key))
const sessions = async () => {
  const { rows } = await operator.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'per-second' and xact_start is not null",
  )
  return rows[0].count
}

test('behaviour: connections that fall silent fail their queries, and later queries use others', async () => {
  await Promise.all(Array.from({ length: 16 }, (_, index) => write(`before ${index}`)))
  proxy.silence()
  const silenced = performance.now()
  const waiting = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => read('before 0')),
    write('lost'),
  ])
  expect(waiting.slice(0, 16).every(({ status }) => status === 'rejected')).toBe(true)
  for (const result of waiting)
    if (result.status === 'rejected') expect(result.reason).toMatchObject(UNAVAILABLE)
  await write('after')
  expect(await Promise.all(['before 0', 'after'].map(read))).toEqual(['written', 'written'])
  expect(performance.now() - silenced).toBeLessThan(BACK_WITHIN_MS)
})

test('behaviour: a unit in the middle of its work when all falls silent leaves nothing, and holds nothing up', async () => {
  await write('row')
  const unit = storage.unitOfWork(async tx => {
    await tx.settings.set('row', 'half')
    await tx.settings.get('something')
    proxy.silence()
    await tx.settings.get('something else')
  })
  await expect(unit).rejects.toMatchObject(UNAVAILABLE)
  await write('row')
  expect(await read('row')).toBe('written')
})

test('behaviour: a lease is renewed within its time although the connection it was renewed on has fallen silent', async () => {
  const lease = await storage.leases.take('a', 'holder', 5)
  if (lease === null) throw new Error('The lease was not given.')
  proxy.silence()
  await expect(storage.leases.renew(lease, 5)).rejects.toMatchObject(UNAVAILABLE)
  expect(await storage.leases.renew(lease, 5)).toBe(true)
  expect(await storage.leases.read('a')).toMatchObject({ holder: 'holder', token: 1, expired: false })
})

test('behaviour: a commit whose response is lost is unavailable to its caller, never failed, and its rows are there', async () => {
  await read('anything')
  void proxy.silenceAt('commit', { after: 'written' })
  await expect(write('key')).rejects.toMatchObject(UNAVAILABLE)
  expect(await read('key')).toBe('written')
})

test('behaviour: a commit that comes after it was given up commits nothing', async () => {
  await read('anything')
  const held = proxy.silenceAt('commit', { after: 'written', held: true })
  await expect(write('key')).rejects.toMatchObject(UNAVAILABLE)
  expect(await sessions()).toBe(0)
  ;(await held).deliver()
  expect(await read('key')).toBeNull()
  // A transaction that only reads ends without a wait.
  await expect.poll(sessions).toBe(0)
  expect(await read('key')).toBeNull()
})
