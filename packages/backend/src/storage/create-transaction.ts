import { invoiceStatusSchema } from '@per-second/protocol/schema'
import type { UnixMillis } from '@per-second/protocol/time'
import { MODES, type Scope, type Subscription } from '../domain/entities.ts'
import { deleteOutdated, type OutdatedKind } from './outdated-rows.ts'
import { createBacklog } from './repositories/backlog.ts'
import { createDeliveries } from './repositories/deliveries.ts'
import { createEscrowEvents, createIndexedBlocks } from './repositories/escrow-events.ts'
import { createChainTransactions, createJobs } from './repositories/jobs.ts'
import { createSubscriptions } from './repositories/subscriptions.ts'
import { createRepository, createScopedRepository } from './repository.ts'
import type { CustomerFilter, EventFilter, InvoiceFilter, SessionFilter } from './storage.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The queries of both engines, over the rows of one unit of work. */
export function createTransaction(unit: UnitOfWork) {
  const { builder } = unit.connection
  const merchants = createRepository(unit, 'merchants')
  const apiKeys = createRepository(unit, 'apiKeys')
  const customers = createScopedRepository(unit, 'customers', (filter: CustomerFilter, rows) => ({
    anyOf: [
      (['email', 'walletKey'] as const).flatMap(column => {
        const value = filter[column]
        return value === undefined ? [] : [rows(column, '=', value)]
      }),
    ],
  }))
  const challenges = createRepository(unit, 'challenges')
  const endpoints = createScopedRepository(unit, 'webhookEndpoints')
  const tokens = createRepository(unit, 'tokens')
  const idempotency = createRepository(unit, 'idempotency')
  const settings = createRepository(unit, 'settings').rows

  return {
    merchants: {
      ...merchants.rows,
      /** Everyone, in the order they came. */
      everyone: () => merchants.matching({}),
    },
    apiKeys: {
      ...apiKeys.rows,
      /** Keys whose hash begins with these hexadecimal digits. */
      byPrefix: (digits: string) =>
        apiKeys.all('by prefix', {
          // The end is past every longer string of digits, in byte order.
          args: { digits, end: `${digits}g` },
          where: (rows, args) => rows.and([rows('id', '>=', args.digits), rows('id', '<', args.end)]),
        }),
      /** Oldest first, of one merchant or of all. */
      issued: (merchantId?: string) =>
        apiKeys.matching(merchantId === undefined ? {} : { merchantId }, 'created'),
    },
    products: createScopedRepository(unit, 'products').rows,
    sessions: createSessions(unit),
    customers: {
      ...customers.rows,
      byWallet: async ({ merchantId, mode }: Scope, walletKey: string) =>
        (await customers.matching({ merchantId, mode, walletKey }))[0] ?? null,
    },
    subscriptions: createSubscriptions(unit),
    invoices: createInvoices(unit),
    events: createScopedRepository(unit, 'events', ({ type }: EventFilter, rows) => ({
      anyOf: [type === undefined ? [] : [rows('type', '=', type)]],
    })).rows,
    webhookEndpoints: {
      ...endpoints.rows,
      remove: endpoints.remove,
      /** Every one of a scope, oldest first. */
      allOf: ({ merchantId, mode }: Scope) => endpoints.matching({ merchantId, mode }),
      /** Every one of these scopes, oldest first within a mode. */
      allOfMany: async (scopes: readonly Scope[]) => {
        const found = MODES.map(mode => {
          const merchants = scopes.filter(scope => scope.mode === mode).map(({ merchantId }) => merchantId)
          return endpoints.among({ mode }, 'merchantId', merchants)
        })
        return (await Promise.all(found)).flat()
      },
    },
    deliveries: createDeliveries(unit),
    challenges: {
      ...challenges.rows,
      /** Marks an unused challenge used, by one conditional update. False when it was used before. */
      consume: async (id: string, now: UnixMillis) => {
        const unused = builder.updateTable('challenges').set({ usedAt: now }).where('id', '=', id)
        const used = await unit
          .of('challenges')
          .change(unused.where('usedAt', 'is', null).returning('id').compile())
        return used.length === 1
      },
    },
    tokens: {
      ...tokens.rows,
      remove: tokens.remove,
      /** Newest first. */
      ofSession: async (sessionId: string) => (await tokens.matching({ sessionId }, 'created')).reverse(),
      revokeOfSession: async (sessionId: string, now: UnixMillis) => {
        const ofSession = builder
          .updateTable('tokens')
          .set({ revokedAt: now })
          .where('sessionId', '=', sessionId)
        await unit.of('tokens').change(ofSession.where('revokedAt', 'is', null).compile())
      },
    },
    idempotency: { ...idempotency.rows, remove: idempotency.remove },
    jobs: createJobs(unit),
    transactions: createChainTransactions(unit),
    escrowEvents: createEscrowEvents(unit),
    indexedBlocks: createIndexedBlocks(unit),
    settings: {
      get: async (key: string) => (await settings.get(key))?.value ?? null,
      set: async (key: string, value: string) => {
        const setting = { id: key, value }
        await ((await settings.get(key)) === null ? settings.insert(setting) : settings.update(setting))
      },
    },
    backlog: createBacklog(unit),
    /** Deletes the oldest rows of a kind up to an instant, at most `limit`. @returns how many */
    deleteOutdated: async (kind: OutdatedKind, upTo: UnixMillis, limit: number) => {
      const deletion = deleteOutdated(builder, kind, upTo, limit)
      return (await unit.of(deletion.table).change(deletion.query.compile())).length
    },
  }
}

/** Invoices. The bounds of a filter are whole seconds, both included. */
function createInvoices(unit: UnitOfWork) {
  const invoices = createScopedRepository(
    unit,
    'invoices',
    ({ status, customer, subscription, periodEndGte, periodEndLte }: InvoiceFilter, rows) => {
      const owner = {
        ...(customer !== undefined && { customerId: customer }),
        ...(subscription !== undefined && { subscriptionId: subscription }),
      }
      const bounds = [
        ...(periodEndGte === undefined ? [] : [rows('periodEnd', '>=', periodEndGte * 1000)]),
        ...(periodEndLte === undefined ? [] : [rows('periodEnd', '<', (periodEndLte + 1) * 1000)]),
      ]
      const statuses = status === undefined ? invoiceStatusSchema.options : [status]
      if (Object.keys(owner).length > 0)
        return { anyOf: statuses.map(each => [rows('status', '=', each), ...bounds]), owner }
      if (bounds.length > 0) return { inBlocks: [rows('status', 'in', statuses), ...bounds] }
      return { anyOf: [status === undefined ? [] : [rows('status', '=', status)]] }
    },
  )

  return {
    ...invoices.rows,
    /** All of a subscription, oldest first. */
    ofSubscription: ({ id }: Subscription) => invoices.matching({ subscriptionId: id }),
  }
}

/** Checkout sessions. Whether one is open depends on the time of the query. */
function createSessions(unit: UnitOfWork) {
  const sessions = createScopedRepository(unit, 'sessions', (filter: SessionFilter, rows) => {
    const { status, customer, product, now } = filter
    const owners = [
      ...(customer === undefined ? [] : [rows('customerId', '=', customer)]),
      ...(product === undefined ? [] : [rows('productId', '=', product)]),
    ]
    if (owners.length === 0 && status === undefined) return { anyOf: [[]] }
    const over = rows.and([rows('expiresAt', '<=', now), rows('openingInFlight', '=', 0)])
    const [open, complete, expired] = [
      [rows('status', '=', 'open'), rows.not(over)],
      [rows('status', '=', 'complete')],
      [rows('status', '=', 'expired')],
    ]
    const overdue = [rows('status', '=', 'open'), over]
    const fitting = { open: [open], complete: [complete], expired: [expired, overdue] }
    const wanted = status === undefined ? [open, complete, expired, overdue] : fitting[status]
    return { anyOf: wanted.map(each => [...owners, ...each]) }
  })

  return {
    ...sessions.rows,
    /** Stored as open although their time is over, oldest first. */
    expired: (now: UnixMillis, limit: number) =>
      sessions.all('expired', {
        args: { now, limit },
        where: (rows, args) =>
          rows.and([
            rows('status', '=', 'open'),
            rows('openingInFlight', '=', 0),
            rows('expiresAt', '<=', args.now),
          ]),
        by: 'expiresAt',
      }),
    /** The first expiry after an instant, or null. */
    nextExpiry: (after: UnixMillis) =>
      sessions.least('next expiry', {
        args: { after },
        where: (rows, args) =>
          rows.and([
            rows('status', '=', 'open'),
            rows('openingInFlight', '=', 0),
            rows('expiresAt', '>', args.after),
          ]),
        by: 'expiresAt',
      }),
  }
}
