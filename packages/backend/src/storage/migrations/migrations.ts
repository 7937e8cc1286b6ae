import { sqlName } from '../columns.ts'
import type { Migration } from './migration.ts'
import type { SchemaChanges } from './schema-changes.ts'

/** Lists of one merchant's objects, and the columns that each was filtered by. */
const LISTS: Record<string, readonly string[]> = {
  products: [],
  sessions: ['status'],
  customers: [],
  subscriptions: ['status'],
  invoices: ['status'],
  events: ['type'],
  webhookEndpoints: [],
}

/** Gives the rows of a list their place in it: those that are there by `order`, new ones as statements.ts and unit-of-work.ts say. */
async function addPositions(schema: SchemaChanges, table: string, order: string): Promise<void> {
  const name = sqlName(table)
  const { run } = schema
  await schema.addColumn(table, 'position', 'integer', 0)
  await run(
    `update ${name} set position = placed.place from (select id, row_number() over (order by ${order}) as place from ${name}) as placed where ${name}.id = placed.id`,
  )
  if (schema.engine === 'sqlite') return
  await run('create sequence if not exists list_positions')
  await run(
    `select setval('list_positions', greatest((select coalesce(max(position), 0) + 1 from ${name}), nextval('list_positions')))`,
  )
  await run(`alter table ${name} alter column position set default nextval('list_positions')`)
}

const scoped = (...columns: string[]) => ['merchantId', 'mode', ...columns]

/**
 * Every step from version 1, which is what databases had before versions were counted, to `TABLES`: the first one leads to version 2. A
 * new database needs none of them (create-tables.ts). Indexes that a later step dropped again are not made any more.
 */
export const MIGRATIONS: readonly Migration[] = [
  // 2: ways in for what is deleted when its time is over.
  async schema => {
    await schema.addIndexes('idempotency', { indexes: [['created']] })
    await schema.addIndexes('challenges', { indexes: [['expiresAt']] })
    await schema.addIndexes('tokens', { indexes: [['expiresAt']] })
    await schema.addIndexes('deliveries', { indexes: [['status', 'created']] })
  },
  // 3: indexes of invoices that version 12 replaced.
  async () => {},
  // 4: jobs remember their invoices, which version 7 takes from them again.
  schema => schema.addColumn('jobs', 'invoiceIds', 'json', '[]'),
  // 5: a claimed key remembers where the clock is to go, so that its repeat after a kill goes no further.
  schema => schema.addColumn('idempotency', 'advancesTo', 'instant?', null),
  // 6: authorisations are drafts until they are signed: sessions that were only signed in to, or only prepared, are free again. Tokens
  // remember when they were made, so that the oldest can go, and failed openings are found by payer.
  async schema => {
    await schema.addColumn('tokens', 'created', 'instant', 0)
    await schema.addIndexes('subscriptions', { indexes: [['openingsFailed', 'created']] })
    const unsigned = "status = 'open' and opening_in_flight = 0 and customer_id is not null"
    await schema.run(`update subscriptions set status = 'incomplete_expired'
      where status = 'incomplete' and session_id in (select id from sessions where ${unsigned})`)
    await schema.run(`update sessions set customer_id = null, subscription_id = null,
      max_duration_seconds = case cap_fixed when 0 then null else max_duration_seconds end
      where ${unsigned}`)
  },
  // 7: the escrow's log is the ledger: its events and the blocks they were read up to have tables, and meters say how far their log and
  // their invoices go. What a job repeated of its subscription goes, and so does the place of an invoice's event. What was charged before
  // is read from the chain when a meter is next booked.
  async schema => {
    await schema.createTable('escrowEvents', {
      columns: {
        id: 'text',
        source: 'text',
        meterId: 'text',
        kind: 'text',
        blockNumber: 'integer',
        logIndex: 'integer',
        timestamp: 'integer',
        txHash: 'text',
        fromSecond: 'integer',
        toSecond: 'integer',
        gross: 'amount',
        fee: 'amount',
        refunded: 'amount',
      },
      indexes: [
        ['meterId', 'blockNumber', 'logIndex'],
        ['source', 'blockNumber'],
      ],
    })
    await schema.createTable('indexedBlocks', {
      columns: { id: 'text', source: 'text', number: 'integer', hash: 'text' },
      indexes: [['source', 'number']],
    })
    await schema.addColumn('subscriptions', 'ownEndedAt', 'instant?', null)
    await schema.addColumn('subscriptions', 'loggedSeconds', 'integer', 0)
    await schema.addColumn('subscriptions', 'invoicedSeconds', 'integer', 0)
    await schema.addColumn('subscriptions', 'logFaulty', 'flag', 0)
    await schema.addIndexes('subscriptions', { indexes: [['logFaulty', 'mode']] })
    await schema.run(`update subscriptions set logged_seconds = billed_seconds, invoiced_seconds = coalesce(
      (select sum(seconds) from invoices where invoices.subscription_id = subscriptions.id), 0)`)
    await schema.dropIndexes('jobs', [['status', 'mode', 'transactionId', 'notBefore']])
    await schema.dropIndexes('invoices', [['txHash', 'logIndex']])
    for (const column of ['digest', 'terms', 'signature', 'invoiceIds'])
      await schema.run(`alter table jobs drop column ${sqlName(column)}`)
    await schema.run(`alter table invoices drop column log_index`)
  },
  // 8: what is due is taken in the order of instant and id: an index without the id would have all that is due at one instant sorted for
  // the few that are taken.
  async schema => {
    await schema.addIndexes('subscriptions', { indexes: [['dueAt', 'id']] })
    await schema.dropIndexes('subscriptions', [['dueAt']])
  },
  // 9: a meter's id has the one name that the escrow's events have for it.
  async schema => {
    await schema.run(`alter table subscriptions rename column digest to meter_id`)
    await schema.dropIndexes('subscriptions', [['digest']])
    await schema.addIndexes('subscriptions', { unique: [['meterId']] })
  },
  // 10: meters and jobs say whose key they take, so that each operator's sender finds its own, and a start without the key of an open
  // meter is refused.
  async schema => {
    await schema.addColumn('subscriptions', 'operator', 'text', '')
    await schema.addColumn('jobs', 'operator', 'text', '')
    const operator = {
      sqlite: "json_extract(terms, '$.operator')",
      postgres: "terms::json ->> 'operator'",
    }
    await schema.run(`update subscriptions set operator = ${operator[schema.engine]}`)
    await schema.run(`update jobs set operator = coalesce(
      (select operator from subscriptions where subscriptions.id = jobs.subscription_id), '')`)
    await schema.addIndexes('subscriptions', { indexes: [['closed', 'mode', 'operator']] })
    await schema.dropIndexes('jobs', [['status', 'mode', 'kind', 'transactionId', 'notBefore']])
  },
  // 11: the token of a lease becomes a part of a key: what holds it fast (`confirmationOf` in `storage/postgres/postgres-leases.ts`)
  // keeps the lease from changing hands, which changes a key, and no longer from being renewed, which does not.
  async schema => {
    if (schema.engine === 'postgres') await schema.addIndexes('leases', { unique: [['id', 'token']] })
  },
  // 12: a list is in the order of commits (docs/decisions/0014-lists-in-commit-order.md), and so is each of it that has one value in one
  // column: an index leads to its newest rows and from there to the next ones, however many there are.
  async schema => {
    for (const [table, filters] of Object.entries(LISTS)) {
      await schema.dropIndexes(table, [scoped('id')])
      // Ids of subscriptions are reserved some time before there is one.
      await addPositions(schema, table, table === 'subscriptions' ? 'created, id' : 'id')
      const lists = filters.map(filter => scoped(filter, 'position'))
      await schema.addIndexes(table, { indexes: [scoped('position'), ...lists] })
    }
    await schema.dropIndexes('subscriptions', [scoped('created', 'id')])
    const filters = ['subscriptionId', 'customerId', 'status']
    await schema.dropIndexes(
      'invoices',
      filters.map(filter => scoped(filter, 'id')),
    )
  },
  // 13: jobs and events say which trace (`traceparent`) they come from, for logs and webhooks; and a service that reconciles goes through
  // the meters that the escrow has not closed without a look at all others.
  async schema => {
    await schema.addColumn('jobs', 'traceparent', 'text?', null)
    await schema.addColumn('events', 'traceparent', 'text?', null)
    await schema.addIndexes('subscriptions', { indexes: [['closed', 'mode', 'id']] })
  },
  // 14: lists by two filters at once, and by bounds on the end of a period, lead to their newest rows too.
  async schema => {
    const ways = [['customerId'], ['productId'], ['customerId', 'productId']]
    await schema.addIndexes('subscriptions', {
      indexes: ways.map(way => scoped(...way, 'status', 'position')),
    })
    await schema.addIndexes('invoices', {
      indexes: [scoped('positionBlock', 'status', 'periodEnd', 'position')],
    })
    for (const filter of ['customerId', 'productId'])
      await schema.dropIndexes('subscriptions', [scoped(filter, 'position')])
    for (const filter of ['customerId', 'subscriptionId'])
      await schema.dropIndexes('invoices', [scoped(filter, 'position')])
    await schema.dropIndexes('invoices', [['subscriptionId', 'status']])
  },
  // 15: ways in for what goes once nobody needs it any more (docs/decisions/0015-what-is-kept.md): events and jobs by age, and which block
  // has a transaction, so that it goes only where that block is final. Invoices are found by customer and subscription without their
  // merchant, whose id was most of those indexes.
  async schema => {
    await schema.addColumn('transactions', 'includedIn', 'integer?', null)
    await schema.addIndexes('events', { indexes: [['created']] })
    await schema.addIndexes('jobs', { indexes: [['created']] })
    await schema.dropIndexes('jobs', [['status', 'mode', 'operator', 'kind', 'transactionId', 'notBefore']])
    for (const owner of ['customerId', 'subscriptionId']) {
      const way = [owner, 'status', 'position', 'periodEnd']
      await schema.addIndexes('invoices', { indexes: [way] })
      await schema.dropIndexes('invoices', [scoped(...way)])
    }
  },
  // 16: each operator has a ledger of its own, where there was one for all of a mode: the escrow's events go with their meter, and every
  // operator that has meters goes on from where the log was read for all.
  async schema => {
    await schema.run(`update escrow_events set source = source || '.' ||
      (select lower(operator) from subscriptions where subscriptions.meter_id = escrow_events.meter_id)
      where meter_id in (select meter_id from subscriptions)`)
    await schema.run(`insert into indexed_blocks (id, source, number, hash)
      select source || '.' || operator || ':' || number, source || '.' || operator, number, hash from indexed_blocks
      join (select distinct mode, lower(operator) as operator from subscriptions) as operators
      on source like 'chain.' || mode || '.%'`)
    await schema.run(`delete from indexed_blocks where source not like '%.0x%.0x%'`)
    await schema.run(`delete from settings where id like 'forgotten.chain.%'`)
  },
  // 17: jobs that are over leave the indexes by which work is found: those grew with everything that was ever done, and every job moved in
  // them three times. A transaction's jobs are found by its id, and an index of the ledger that nobody asked goes.
  async schema => {
    const ready = ['mode', 'operator', 'kind', 'transactionId', 'notBefore', 'id']
    await schema.addIndexes('jobs', {
      indexes: [['transactionId']],
      pendingIndexes: [ready, ['subscriptionId']],
    })
    await schema.dropIndexes('jobs', [
      ['status', ...ready],
      ['subscriptionId', 'status'],
    ])
    await schema.dropIndexes('escrowEvents', [['txHash']])
  },
  // 18: the gas account of a merchant is read from its openings of a day; all that it counts is
  // in the index. Those that failed are no longer counted for a whole mode.
  async schema => {
    const account = scoped('created', 'status', 'openingsFailed', 'settledFee')
    await schema.addIndexes('subscriptions', { indexes: [account] })
    await schema.dropIndexes('subscriptions', [['openingsFailed', 'created']])
  },
]

/** The version of today's schema. */
export const NEWEST_STEP = 1 + MIGRATIONS.length
