import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { startSilentProxy } from '../../../test/silent-proxy.ts'
import { aProduct } from '../entities.fixture.ts'
import { testListFilters } from '../list-filters.suite.ts'
import { describeListPlans } from '../list-plans.suite.ts'
import { testOutdatedRows } from '../outdated-rows.suite.ts'
import { deleteOutdated } from '../outdated-rows.ts'
import { describeStorage } from '../storage.suite.ts'
import { describeUnitOfWork } from '../unit-of-work.suite.ts'
import { createPool, isPooled } from './postgres-pool.ts'
import { openPostgresStorage } from './postgres-storage.ts'
import { createPostgresConnection, POSTGRES_BUILDER } from './postgres-transactions.ts'

/** So late that a busy machine's own time between two of them is short beside it. */
const ANSWER_MILLIS = 200

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

describeStorage('PostgreSQL', async () => {
  const storage = await openPostgresStorage(await server.newDatabase())
  return { storage, close: () => storage.close() }
})

describe.each([
  ['', 'prepared statements'],
  ['?pgbouncer=true', 'behind a pooler'],
])('with an address that ends in "%s"', (ending, what) => {
  describeUnitOfWork(
    `PostgreSQL with ${what}`,
    async () => {
      const address = (await server.newDatabase()) + ending
      await (await openPostgresStorage(address)).close()
      const pool = createPool(address, { size: 1, onTrouble: () => {} })
      const client = await pool.connect()
      // Small tables are read whole unless that is forbidden.
      await client.query('set enable_seqscan = off')
      return {
        connection: createPostgresConnection(client, !isPooled(address)),
        close: async () => {
          const { rows } = await client.query('select count(*)::int as prepared from pg_prepared_statements')
          expect(rows[0].prepared > 0).toBe(ending === '')
          client.release()
          await pool.end()
        },
      }
    },
    { most: 1, placing: 1, explain: 'explain' },
  )
})

test('behaviour: a server that takes three seconds to accept the first connection is waited for', async () => {
  const behind = new URL(await server.newDatabase())
  let first = true
  const proxy = createServer(client => {
    const upstream = connect(Number(behind.port), '127.0.0.1')
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    const join = () => client.pipe(upstream).pipe(client)
    if (first) setTimeout(join, 3_000)
    else join()
    first = false
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = Object.assign(new URL(behind), { port: `${(proxy.address() as AddressInfo).port}` })
  await (await openPostgresStorage(address.href)).close()
  await new Promise(resolve => proxy.close(resolve))
})

test.each(['', '?pgbouncer=true'])(
  'behaviour: with an address that ends in "%s" a read waits for the server once, a unit three times at the most',
  async ending => {
    const database = await server.newDatabase()
    await (await openPostgresStorage(database)).close()
    const proxy = await startSilentProxy(Number(new URL(database).port), { answerMillis: ANSWER_MILLIS })
    const storage = await openPostgresStorage(proxy.address(database) + ending)
    const waits = async (work: () => Promise<unknown>) => {
      await work()
      // The connection is free again, and the database's time was not heard lately.
      await delay(3 * ANSWER_MILLIS)
      const before = proxy.roundTrips()
      await work()
      return proxy.roundTrips() - before
    }
    const create = (product = aProduct()) =>
      storage.unitOfWork(async tx => {
        await tx.products.get(product.id)
        await tx.products.insert(product)
      })
    expect(await waits(() => storage.read(tx => tx.products.get('prod_0')))).toBe(1)
    expect(await waits(create)).toBeLessThanOrEqual(3)
    // A write that fails takes the commit that was sent with it back.
    const [taken, other] = [aProduct(), aProduct()]
    await create(taken)
    const both = storage.unitOfWork(async tx => {
      await tx.products.insert(other)
      await tx.products.insert(taken)
    })
    await expect(both).rejects.toThrow('duplicate key')
    expect(await storage.read(tx => tx.products.get(other.id))).toBeNull()
    await storage.close()
    await proxy.stop()
  },
)

test.each(['', '?pgbouncer=true'])(
  'behaviour: with an address that ends in "%s" no statement reads a whole table, however small',
  async ending => {
    const address = await server.newDatabase()
    await (await openPostgresStorage(address)).close()
    const operator = new pg.Client({ connectionString: address })
    await operator.connect()
    const read = async () => {
      await expect
        .poll(async () => {
          const others =
            'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
          return (await operator.query(`select pid ${others}`)).rowCount
        })
        .toBe(0)
      const { rows } = await operator.query(
        "select seq_scan::int as whole, idx_scan::int as indexed from pg_stat_user_tables where relname = 'products'",
      )
      return rows[0]
    }
    // By its statistics the whole table is one page.
    await operator.query('analyze products')
    const before = await read()
    const storage = await openPostgresStorage(address + ending)
    const product = aProduct()
    await storage.unitOfWork(tx => tx.products.insert(product))
    expect(await storage.read(tx => tx.products.get(product.id))).toEqual(product)
    await storage.close()
    expect(await read()).toEqual({ whole: before.whole, indexed: before.indexed + 1 })
    await operator.end()
  },
)

describeListPlans(
  'PostgreSQL',
  async () => {
    const address = await server.newDatabase()
    await (await openPostgresStorage(address)).close()
    const client = new pg.Client({ connectionString: address, pipeline: true })
    await client.connect()
    // PostgreSQL reads empty tables whole and sorts their rows, unless that is forbidden. The test checks that another
    // plan exists.
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
    return { connection: createPostgresConnection(client, false), close: () => client.end() }
  },
  'explain',
)

testListFilters('PostgreSQL', async () => {
  const address = await server.newDatabase()
  await (await openPostgresStorage(address)).close()
  const client = new pg.Client({ connectionString: address, pipeline: true })
  await client.connect()
  return { connection: createPostgresConnection(client, true), close: () => client.end() }
})

testOutdatedRows('PostgreSQL', async kind => {
  const address = await server.newDatabase()
  await (await openPostgresStorage(address)).close()
  const { sql, parameters } = deleteOutdated(POSTGRES_BUILDER, { kind, upTo: 1, limit: 1 }).query.compile()
  const client = new pg.Client({ connectionString: address, pipeline: true })
  await client.connect()
  // PostgreSQL reads an empty table whole, unless that is forbidden. The test checks that another plan exists.
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(`explain ${sql}`, [...parameters])
  await client.end()
  return rows.map(row => row['QUERY PLAN']).join('\n')
})

test('error: a connection that the server ends in the middle of a unit fails that unit, not the process', async () => {
  const address = await server.newDatabase()
  const storage = await openPostgresStorage(address)
  const operator = new pg.Client({ connectionString: address, pipeline: true })
  await operator.connect()
  const ours = "from pg_stat_activity where application_name = 'per-second' and datname = current_database()"
  const unit = storage.unitOfWork(async tx => {
    await tx.settings.set('half', 'done')
    await operator.query(`select pg_terminate_backend(pid) ${ours}`)
    await expect.poll(async () => (await operator.query(`select pid ${ours}`)).rowCount).toBe(0)
    await tx.settings.set('half', 'more')
  })
  await expect(unit).rejects.toThrow()
  await storage.unitOfWork(tx => tx.settings.set('next', 'works'))
  expect(await storage.read(tx => Promise.all(['half', 'next'].map(key => tx.settings.get(key))))).toEqual([
    null,
    'works',
  ])
  await operator.end()
  await storage.close()
})

describe('concurrent queries', () => {
  const begunOn = async (begin: string) => {
    const client = new pg.Client({ connectionString: await server.newDatabase(), pipeline: true })
    await client.connect()
    await client.query('create table notes (text text)')
    const begun = client.query(begin)
    begun.catch(() => {})
    return { client, connection: createPostgresConnection(client, false, begun) }
  }
  const told = (answer: PromiseSettledResult<unknown>) =>
    answer.status === 'rejected' ? answer.reason.code : answer.value

  test('error: fails because of the first that fails', async () => {
    const { client, connection } = await begunOn('begin')
    const asked = ['select 1', 'select 1 / 0', 'select 2'].map(async text => connection.run(text, []))
    expect((await Promise.allSettled(asked)).map(told)).toEqual([[[1]], '22012', '22012'])
    await client.end()
  })

  test('error: writes nothing where its transaction has not begun', async () => {
    const { client, connection } = await begunOn('begin isolation level none')
    const texts = ["insert into notes values ('kept')", 'select 1']
    const asked = texts.map(async text => connection.run(text, []))
    expect((await Promise.allSettled(asked)).map(told)).toEqual(['42601', [[1]]])
    expect((await client.query('select * from notes')).rows).toEqual([])
    await client.end()
  })
})

test('the holder of a lease waits for no request, however many have a connection', async () => {
  const storage = await openPostgresStorage(await server.newDatabase())
  const lease = await storage.leases.take('leader', 'a', 60)
  if (lease === null) throw new Error('No other process is there, and the lease was not to be had.')
  const leader = storage.fenced(lease)
  const { promise: held, resolve: proceed } = Promise.withResolvers<void>()
  const requests = Array.from({ length: 40 }, () => storage.read(() => held))
  const late = storage.read(tx => tx.settings.get('late'))
  await leader.unitOfWork(tx => tx.settings.set('late', 'written'))
  expect(await leader.read(tx => tx.settings.get('late'))).toBe('written')
  proceed()
  await Promise.all(requests)
  expect(await late).toBe('written')
  await storage.close()
})
