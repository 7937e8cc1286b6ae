import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '../domain/entities.ts'
import { createTransaction } from './create-transaction.ts'
import type { Connection, Value } from './engine.ts'
import { newId } from './entities.fixture.ts'
import type { Transaction } from './storage.ts'
import { UnitOfWork } from './unit-of-work.ts'

const SCOPE: Scope = { merchantId: newId('mer_'), mode: 'test' }
const PAGE = { limit: 10 }

/** @property sorts the most sorts allowed: of rows that were cut to a page already, or come from one block */
type List = { ask(tx: Transaction): Promise<unknown>; indexes: string[]; sorts?: number }

const BY_END = ['invoices_merchant_id_mode_position_block_status_period_end_posi']

/** Every list and its filters, with the index that leads from the newest matching row to the next one. */
const LISTS: Record<string, List> = {
  products: { ask: tx => tx.products.list(SCOPE, PAGE), indexes: ['products_merchant_id_mode_position'] },
  customers: { ask: tx => tx.customers.list(SCOPE, PAGE), indexes: ['customers_merchant_id_mode_position'] },
  'customers by email': {
    ask: tx => tx.customers.list(SCOPE, PAGE, { email: 'ada@example.com' }),
    indexes: ['customers_merchant_id_mode_email_position'],
  },
  'customers by wallet': {
    ask: tx => tx.customers.list(SCOPE, PAGE, { walletKey: '0x1' }),
    indexes: ['customers_merchant_id_mode_wallet_key(_position)?'],
    sorts: 1,
  },
  'webhook endpoints': {
    ask: tx => tx.webhookEndpoints.list(SCOPE, PAGE),
    indexes: ['webhook_endpoints_merchant_id_mode_position'],
  },
  events: { ask: tx => tx.events.list(SCOPE, PAGE), indexes: ['events_merchant_id_mode_position'] },
  'events by type': {
    ask: tx => tx.events.list(SCOPE, PAGE, { type: 'invoice.paid' }),
    indexes: ['events_merchant_id_mode_type_position'],
  },
  sessions: {
    ask: tx => tx.sessions.list(SCOPE, PAGE),
    indexes: ['sessions_merchant_id_mode_position'],
  },
  ...Object.fromEntries(
    (['open', 'complete', 'expired'] as const).map(status => [
      `${status} sessions`,
      {
        ask: (tx: Transaction) => tx.sessions.list(SCOPE, PAGE, { status, now: 1 }),
        indexes: ['sessions_merchant_id_mode_status_position'],
        sorts: status === 'expired' ? 3 : 0,
      },
    ]),
  ),
  'sessions by customer': {
    ask: tx => tx.sessions.list(SCOPE, PAGE, { customer: 'cus_1', now: 1 }),
    indexes: ['sessions_merchant_id_mode_customer_id_status_position'],
    sorts: 5,
  },
  'sessions by product': {
    ask: tx => tx.sessions.list(SCOPE, PAGE, { product: 'prod_1', now: 1 }),
    indexes: ['sessions_merchant_id_mode_product_id_status_position'],
    sorts: 5,
  },
  'complete sessions by product': {
    ask: tx => tx.sessions.list(SCOPE, PAGE, { product: 'prod_1', status: 'complete', now: 1 }),
    indexes: ['sessions_merchant_id_mode_product_id_status_position'],
  },
  subscriptions: {
    ask: tx => tx.subscriptions.list(SCOPE, PAGE),
    indexes: ['subscriptions_merchant_id_mode_position'],
  },
  'subscriptions by status': {
    ask: tx => tx.subscriptions.list(SCOPE, PAGE, { status: 'paused' }),
    indexes: ['subscriptions_merchant_id_mode_status_position'],
  },
  'subscriptions by customer': {
    ask: tx => tx.subscriptions.list(SCOPE, PAGE, { customer: 'cus_1' }),
    indexes: ['subscriptions_merchant_id_mode_customer_id_status_position'],
    sorts: 8,
  },
  'subscriptions by product': {
    ask: tx => tx.subscriptions.list(SCOPE, PAGE, { product: 'prod_1' }),
    indexes: ['subscriptions_merchant_id_mode_product_id_status_position'],
    sorts: 8,
  },
  'subscriptions by customer and status': {
    ask: tx => tx.subscriptions.list(SCOPE, PAGE, { customer: 'cus_1', status: 'paused' }),
    indexes: ['subscriptions_merchant_id_mode_customer_id_status_position'],
  },
  'subscriptions by product and status': {
    ask: tx => tx.subscriptions.list(SCOPE, PAGE, { product: 'prod_1', status: 'paused' }),
    indexes: ['subscriptions_merchant_id_mode_product_id_status_position'],
  },
  'subscriptions by customer and product': {
    ask: tx => tx.subscriptions.list(SCOPE, PAGE, { customer: 'cus_1', product: 'prod_1' }),
    indexes: ['subscriptions_merchant_id_mode_customer_id_product_id_status_po'],
    sorts: 8,
  },
  invoices: { ask: tx => tx.invoices.list(SCOPE, PAGE), indexes: ['invoices_merchant_id_mode_position'] },
  'invoices by status': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { status: 'failed' }),
    indexes: ['invoices_merchant_id_mode_status_position'],
  },
  'invoices by customer': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { customer: 'cus_1' }),
    indexes: ['invoices_customer_id_status_position_period_end'],
    sorts: 2,
  },
  'invoices by subscription': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { subscription: 'sub_1' }),
    indexes: ['invoices_subscription_id_status_position_period_end'],
    sorts: 2,
  },
  'invoices by customer and status': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { customer: 'cus_1', status: 'failed' }),
    indexes: ['invoices_customer_id_status_position_period_end'],
  },
  'invoices by subscription and status': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { subscription: 'sub_1', status: 'failed' }),
    indexes: ['invoices_subscription_id_status_position_period_end'],
  },
  'invoices by customer and end': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { customer: 'cus_1', periodEndLte: 1 }),
    indexes: ['invoices_customer_id_status_position_period_end'],
    sorts: 2,
  },
  'invoices by end': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { periodEndGte: 1, periodEndLte: 2 }),
    indexes: BY_END,
    sorts: 1,
  },
  'invoices by status and end': {
    ask: tx => tx.invoices.list(SCOPE, PAGE, { status: 'failed', periodEndLte: 2 }),
    indexes: BY_END,
    sorts: 1,
  },
}

/** @param explain returns the plan of a statement */
export function describeListPlans(
  engine: string,
  open: () => Promise<{ connection: Connection; close(): Promise<void> }>,
  explain: string,
): void {
  let connection: Connection
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ connection, close } = await open())
  })
  afterAll(() => close())

  test.each(Object.entries(LISTS))(
    `behaviour: %s are read in their order from an index on ${engine}`,
    async (_, list) => {
      const plans: string[] = []
      const explained: Connection = {
        ...connection,
        run: async (sql, parameters) => {
          const plan = await connection.run(`${explain} ${sql}`, parameters)
          plans.push(plan.map(row => row.join(' ')).join('\n'))
          return connection.run(sql, parameters)
        },
      }
      await list.ask(createTransaction(new UnitOfWork(explained)))
      const plan = plans.at(-1) ?? ''
      for (const index of list.indexes) expect(plan).toMatch(new RegExp(`\\b${index}\\b`))
      // Merged lists are sorted after each has been cut to a page. The rows of one block are sorted, too.
      const sorted = plan.split('\n').filter(line => /sort key|temp b-tree/i.test(line))
      expect([plan, sorted.length > (list.sorts ?? 0)]).toEqual([plan, false])
      expect(plan).not.toMatch(
        /seq scan|scan (?:products|sessions|customers|subscriptions|invoices|events|webhook_endpoints)\b/i,
      )
    },
  )

  /** Repositories that are answered these rows, and put down how each question would be looked up. */
  const planning = (plans: string[], rows: Value[][]): Transaction => {
    const run: Connection['run'] = async (sql, parameters) => {
      const plan = await connection.run(`${explain} ${sql}`, parameters)
      plans.push(plan.map(row => row.join(' ')).join('\n'))
      return rows
    }
    return createTransaction(new UnitOfWork({ ...connection, run }))
  }

  test(`behaviour: the deliveries of an event are read from an index on ${engine}`, async () => {
    const plans: string[] = []
    await planning(plans, []).deliveries.ofEvent('evt_1', ['we_1', 'we_2'])
    expect(plans).toEqual([expect.stringContaining('deliveries_endpoint_id_event_id')])
  })

  test(`behaviour: gas accounts are read from indexes on ${engine}`, async () => {
    const plans: string[] = []
    const scope = { merchantId: 'mer_1', mode: 'test' } as const
    await planning(plans, [[0, '0']]).subscriptions.gasAccount(scope, 1)
    await planning(plans, []).subscriptions.createdAt(scope, { since: 1, place: 3 })
    expect(plans).toEqual(Array(2).fill(expect.stringContaining('subscriptions_merchant_id_mode_created')))
  })

  test(`behaviour: work is looked for among pending jobs alone on ${engine}`, async () => {
    // They are few, and taken by their age: sorting them is the way.
    if (engine === 'PostgreSQL') await connection.run('set enable_sort = on', [])
    const plans: string[] = []
    const { jobs } = planning(plans, [])
    const [operator, kind] = [`0x${'0'.repeat(40)}`, 'settle'] as const
    await jobs.ready({ mode: 'test', operator, kind, now: 1, limit: 100, first: 'oldest' })
    await jobs.ready({ mode: 'test', operator, kind, now: 1, limit: 100, first: 'newest' })
    await jobs.awaited('test', operator)
    await jobs.pendingOf(['sub_1', 'sub_2'])
    await jobs.nextTry(1)
    if (engine === 'PostgreSQL') await connection.run('set enable_sort = off', [])
    expect(plans).toEqual(Array(5).fill(expect.stringContaining('jobs_pending_')))
  })

  test(`behaviour: the operator’s figures are read from indexes on ${engine}`, async () => {
    const plans: string[] = []
    const answering = (rows: Value[][]) => planning(plans, rows)
    await answering([[0, null]]).backlog(1)
    await answering([[null]]).subscriptions.nextDue(0)
    await answering([[null]]).deliveries.nextDue(0)
    await answering([]).subscriptions.notClosed('test', 'sub_1', 200)
    await answering([]).subscriptions.anyOpen('test')
    const jobs = 'jobs_pending_'
    const deliveries = 'deliveries_status_due_at'
    const others = [deliveries, 'subscriptions_due_at_id', deliveries]
    const indexes = [
      ...Array<string>(6).fill(jobs),
      ...others,
      ...Array<string>(2).fill('subscriptions_closed_mode_id'),
    ]
    expect(plans.map((plan, place) => [plan, plan.includes(indexes[place] ?? '')])).toEqual(
      plans.map(plan => [plan, true]),
    )
    expect(plans).toHaveLength(indexes.length)
    for (const plan of plans)
      expect(plan).not.toMatch(/seq scan|scan (?:subscriptions|jobs|deliveries)(?! using)\b/i)
  })
}
