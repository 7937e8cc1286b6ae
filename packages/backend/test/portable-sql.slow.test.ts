import { afterAll, beforeAll, expect, it } from 'vitest'
import { TABLES } from '../src/storage/tables.ts'
import { startBackend } from './backend-process.ts'
import { createMerchantServer } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSubscriber } from './subscriber.ts'

/**
 * Features that some engines with PostgreSQL's protocol lack, or give another meaning. `select … for update` and `for
 * key share` are in all of them. In some the latter is an exclusive lock.
 */
const NOT_EVERYWHERE = {
  'advisory locks': /advisory/i,
  'LISTEN and NOTIFY': /\b(?:un)?listen\b|\bnotify\b/i,
  // A sequence that counts is in all of them. Its last value in a session, and columns with a sequence, are not.
  'sessions of sequences': /\bserial\b|\b(?:curr|last)val\b|\bidentity\b/i,
  'locks on tables': /\block\s+table\b|\bin\s+\w+(?:\s+\w+)*\s+mode\b/i,
  'rows by place': /\bctid\b|\bxmin\b|\boid\b/i,
  'procedures and triggers':
    /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure|trigger|extension)\b|\bdo\s+\$/i,
  'exclusion and deferred constraints': /\bexclude\b|\bdeferr/i,
}

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres(['fsync=off', 'log_statement=all', 'log_line_prefix=%a|'])
})
afterAll(() => server.stop())

it('the service needs no PostgreSQL feature that CockroachDB and its like lack', async () => {
  const backend = await startBackend({ args: ['--database-url', await server.newDatabase()] })
  const merchant = await createMerchantServer(backend)
  await merchant.call('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/hooks' })
  await merchant.freezeClock()
  const subscriber = createSubscriber(backend)
  await subscriber.fund('100')
  const product = await merchant.product({ allow_pause: true })
  const { id } = await subscriber.subscribe(await merchant.session(product), 86_400)
  await merchant.advance(3_600)
  for (const action of ['pause', 'resume', 'cancel'] as const) await merchant.act(id, action)
  for (const list of ['products', 'checkout/sessions', 'customers', 'subscriptions', 'invoices', 'events'])
    await merchant.call('GET', `/v1/${list}?limit=1`)
  await merchant.advance(40 * 86_400)
  await backend.remove()

  // A statement runs over the lines that follow its first one without a prefix of their own.
  const statements = server
    .log()
    .split(/^(?=[^|\n]*\|)/m)
    .filter(entry => entry.startsWith('per-second|LOG:'))
  // The log is believed only when the service's own words are in it.
  for (const told of [
    'schema_version',
    'insert into leases',
    'begin',
    'isolation level serializable',
    'delete from',
  ])
    expect(statements.filter(statement => statement.includes(told))).not.toEqual([])
  for (const table of Object.keys(TABLES).map(name =>
    name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
  ))
    expect(statements.filter(statement => statement.includes(`create table ${table} `))).toHaveLength(1)
  for (const [what, pattern] of Object.entries(NOT_EVERYWHERE))
    expect([
      what,
      statements.filter(statement => pattern.test(statement.replaceAll(/'[^']*'/g, "''"))),
    ]).toEqual([what, []])
})
