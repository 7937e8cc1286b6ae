import type { UnixMillis } from '@per-second/protocol/time'
import { MODES, type Scope } from '../domain/entities.ts'
import { deleteOutdated, type OutdatedKind } from './outdated-rows.ts'
import { createBacklog } from './repositories/backlog.ts'
import { createChainTransactions } from './repositories/chain-transactions.ts'
import { createDeliveries } from './repositories/deliveries.ts'
import { createEscrowEvents } from './repositories/escrow-events.ts'
import { createInvoices } from './repositories/invoices.ts'
import { createJobs } from './repositories/jobs.ts'
import { createSessions } from './repositories/sessions.ts'
import { createSubscriptions } from './repositories/subscriptions.ts'
import { createRepository, createScopedRepository, equalTo } from './repository.ts'
import type { CustomerFilter, EventFilter } from './storage.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The queries of both engines, over the rows of one unit of work. */
export function createTransaction(unit: UnitOfWork) {
  const { builder, statements } = unit.connection
  const merchants = createRepository(unit, 'merchants')
  const apiKeys = createRepository(unit, 'apiKeys')
  const customers = createScopedRepository(unit, 'customers', (filter: CustomerFilter, rows) => ({
    anyOf: [equalTo(rows, filter)],
  }))
  const challenges = createRepository(unit, 'challenges')
  const endpoints = createScopedRepository(unit, 'webhookEndpoints')
  const tokens = createRepository(unit, 'tokens')
  const idempotency = createRepository(unit, 'idempotency')
  const blocks = createRepository(unit, 'indexedBlocks')
  const settings = createRepository(unit, 'settings').rows

  return {
    merchants: {
      ...merchants.rows,
      /** Everyone, in the order they came. */
      everyone: () => merchants.all({}),
    },
    apiKeys: {
      ...apiKeys.rows,
      /** Keys whose hash begins with these hexadecimal digits. */
      byPrefix: (digits: string) =>
        // The end is past every longer string of digits, in byte order.
        apiKeys.all({
          where: [
            ['id', '>=', digits],
            ['id', '<', `${digits}g`],
          ],
        }),
      /** Oldest first, of one merchant or of all. */
      issued: (merchantId?: string) =>
        apiKeys.all({ ...(merchantId !== undefined && { equal: { merchantId } }), by: 'created' }),
    },
    products: createScopedRepository(unit, 'products').rows,
    sessions: createSessions(unit),
    customers: {
      ...customers.rows,
      byWallet: async ({ merchantId, mode }: Scope, walletKey: string) =>
        (await customers.all({ equal: { merchantId, mode, walletKey } }))[0] ?? null,
    },
    subscriptions: createSubscriptions(unit),
    invoices: createInvoices(unit),
    events: createScopedRepository(unit, 'events', (filter: EventFilter, rows) => ({
      anyOf: [equalTo(rows, filter)],
    })).rows,
    webhookEndpoints: {
      ...endpoints.rows,
      remove: endpoints.remove,
      /** Every one of a scope, oldest first. */
      allOf: ({ merchantId, mode }: Scope) => endpoints.all({ equal: { merchantId, mode } }),
      /** Every one of these scopes, oldest first within a mode. */
      allOfMany: async (scopes: readonly Scope[]) => {
        const found = MODES.map(mode => {
          const merchants = scopes.filter(scope => scope.mode === mode).map(({ merchantId }) => merchantId)
          return endpoints.all({ equal: { mode }, among: ['merchantId', merchants] })
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
      ofSession: (sessionId: string) =>
        tokens.all({ equal: { sessionId }, by: 'created', direction: 'desc' }),
    },
    idempotency: { ...idempotency.rows, remove: idempotency.remove },
    jobs: createJobs(unit),
    transactions: createChainTransactions(unit),
    escrowEvents: createEscrowEvents(unit),
    /** Up to which blocks each log was read. */
    indexedBlocks: {
      ...blocks.rows,
      newest: async (source: string) => {
        const newest = { by: 'number', direction: 'desc', limit: 1 } as const
        return (await blocks.all({ equal: { source }, ...newest }))[0] ?? null
      },
      /** Blocks of a source, newest first. */
      of: (source: string) => blocks.all({ equal: { source }, by: 'number', direction: 'desc' }),
      /** Forgets those of a source that are below the one number or above the other. */
      keepBetween: async (source: string, lowest: number, highest: number) => {
        const beyond = statements.named('indexedBlocks: beyond', { source, lowest, highest }, args =>
          builder
            .deleteFrom('indexedBlocks')
            .where('source', '=', args.source)
            .where(rows => rows.or([rows('number', '<', args.lowest), rows('number', '>', args.highest)])),
        )
        await unit.of('indexedBlocks').change(beyond)
      },
    },
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
      const deletion = deleteOutdated(builder, { kind, upTo, limit })
      return (await unit.of(deletion.table).change(deletion.query.compile())).length
    },
  }
}
