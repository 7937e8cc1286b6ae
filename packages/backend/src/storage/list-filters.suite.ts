import { expect, test } from 'vitest'
import type { CheckoutSession, Invoice, Subscription } from '../domain/entities.ts'
import { POSITIONS_PER_BLOCK } from './columns.ts'
import { createTransaction } from './create-transaction.ts'
import type { Connection } from './engine.ts'
import { aCustomer, anInvoice, aProduct, aSession, aSubscription } from './entities.fixture.ts'
import type { InvoiceFilter, PageRequest, SessionFilter, SubscriptionFilter } from './storage.ts'
import { UnitOfWork } from './unit-of-work.ts'

const ROWS = 48
const BOUNDS = [undefined, 0, 3, 7, 20]
const LIMITS = [1, 3, 100]
const NOW = 1_000

/** A session reads expired from its `expiresAt` on. */
const statusOf = ({ status, expiresAt }: CheckoutSession) =>
  status === 'open' && expiresAt <= NOW ? 'expired' : status

/** Rows of which every pair of filters fits some, with positions in several blocks, beside the rows of another merchant. */
export function testListFilters(
  engine: string,
  open: () => Promise<{ connection: Connection; close(): Promise<void> }>,
): void {
  test(`behaviour: filters find the matching rows, newest first and page by page, on ${engine}`, async () => {
    const { connection, close } = await open()
    const unit = new UnitOfWork(connection)
    const tx = createTransaction(unit)
    const [scope, stranger] = [aProduct(), aProduct({ mode: 'live' })]
    const subscriptions: Subscription[] = []
    const invoices: Invoice[] = []
    const sessions: CheckoutSession[] = []
    for (const [place, id] of ['sub_0', 'sub_1', 'sub_2', 'sub_3'].entries()) {
      const owner = aSubscription(scope, { id, customerId: `cus_${place}`, productId: 'prod_1' })
      await tx.customers.insert(aCustomer(scope, `cus_${place}`))
      await tx.subscriptions.insert(owner)
      await unit.write()
      subscriptions.unshift(owner)
    }
    for (let row = 0; row < ROWS; row += 1) {
      for (const owner of [scope, stranger]) {
        const others = owner === scope ? '' : 'other_'
        const of = { customerId: `cus_${others}${row % 3}`, productId: `prod_${row % 2}` }
        const status = row % 5 < 2 ? 'paused' : 'running'
        const subscription = aSubscription(owner, { ...of, status })
        // Ends of periods go up and down, as they do where meters are settled late.
        const invoice = anInvoice(owner, ((row * 7) % 10) * 1000, {
          ...{ customerId: of.customerId, subscriptionId: `sub_${others}${row % 4}` },
          status: row % 7 === 0 ? 'failed' : 'paid',
        })
        const session = aSession(owner, {
          ...of,
          status: (['open', 'complete', 'expired'] as const)[Math.floor(row / 6) % 3] ?? 'open',
          expiresAt: row % 2 === Math.floor(row / 24) ? NOW : NOW + 1,
        })
        await tx.subscriptions.insert(subscription)
        await tx.invoices.insert(invoice)
        await tx.sessions.insert(session)
        await unit.write()
        if (owner !== scope) continue
        subscriptions.unshift(subscription)
        invoices.unshift(invoice)
        sessions.unshift(session)
      }
    }
    const apart = Math.ceil(POSITIONS_PER_BLOCK / 10)
    await connection.run(
      `update invoices set position = (position - (select min(position) from invoices)) * ${apart}`,
      [],
    )

    const expectPages = async <Row extends { id: string }>(
      list: (page: PageRequest) => Promise<{ data: Row[]; hasMore: boolean } | null>,
      fitting: readonly Row[],
      all: readonly Row[],
    ) => {
      const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
      for (const limit of LIMITS) {
        for (const place of [null, 0, 20, ROWS - 1]) {
          const cursor = place === null ? undefined : all[place]?.id
          const older = place === null ? fitting : fitting.filter(row => all.indexOf(row) > place)
          const after = await list({ limit, startingAfter: cursor })
          expect([ids(after?.data ?? []), after?.hasMore]).toEqual([
            ids(older.slice(0, limit)),
            older.length > limit,
          ])
          if (place === null) continue
          const newer = fitting.filter(row => all.indexOf(row) < place)
          const before = await list({ limit, endingBefore: cursor })
          expect([ids(before?.data ?? []), before?.hasMore]).toEqual([
            ids(newer.slice(-limit)),
            newer.length > limit,
          ])
        }
      }
    }
    for (const customer of [undefined, 'cus_1']) {
      for (const status of [undefined, 'paused'] as const) {
        for (const product of [undefined, 'prod_1']) {
          const filter: SubscriptionFilter = { customer, status, product }
          const fitting = subscriptions.filter(
            row =>
              (customer === undefined || row.customerId === customer) &&
              (status === undefined || row.status === status) &&
              (product === undefined || row.productId === product),
          )
          expect(fitting).not.toEqual([])
          await expectPages(page => tx.subscriptions.list(scope, page, filter), fitting, subscriptions)
        }
      }
      for (const status of [undefined, 'open', 'complete', 'expired'] as const) {
        for (const product of [undefined, 'prod_1']) {
          const fitting = sessions.filter(
            row =>
              (customer === undefined || row.customerId === customer) &&
              (status === undefined || statusOf(row) === status) &&
              (product === undefined || row.productId === product),
          )
          expect(fitting).not.toEqual([])
          const filter: SessionFilter = { customer, status, product, now: NOW }
          await expectPages(page => tx.sessions.list(scope, page, filter), fitting, sessions)
        }
      }
      for (const subscription of [undefined, 'sub_2']) {
        for (const status of [undefined, 'failed'] as const) {
          for (const periodEndGte of BOUNDS) {
            for (const periodEndLte of BOUNDS) {
              const filter: InvoiceFilter = { customer, subscription, status, periodEndGte, periodEndLte }
              const fitting = invoices.filter(
                row =>
                  (customer === undefined || row.customerId === customer) &&
                  (subscription === undefined || row.subscriptionId === subscription) &&
                  (status === undefined || row.status === status) &&
                  row.periodEnd >= (periodEndGte ?? 0) * 1000 &&
                  row.periodEnd <= (periodEndLte ?? 99) * 1000,
              )
              await expectPages(page => tx.invoices.list(scope, page, filter), fitting, invoices)
            }
          }
        }
      }
    }
    const ofStranger = [{ customer: 'cus_1' }, { subscription: 'sub_2' }, { customer: 'cus_unknown' }]
    for (const filter of ofStranger)
      expect(await tx.invoices.list(stranger, { limit: 10 }, filter)).toEqual({ data: [], hasMore: false })
    await close()
  })
}
