import { subscriptionStatusSchema } from '@per-second/protocol/schema'
import type { Address, SubscriptionStatus } from '@per-second/protocol/types'
import { sql } from 'kysely'
import { createScopedRepository } from '../repository.ts'
import type { SubscriptionFilter, Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

const OPEN: readonly SubscriptionStatus[] = ['incomplete', 'pending_start', 'running', 'paused', 'past_due']

/** Subscriptions, and which of them have something due. */
export function createSubscriptions(unit: UnitOfWork): Transaction['subscriptions'] {
  const subscriptions = createScopedRepository(unit, 'subscriptions', (filter: SubscriptionFilter, rows) => {
    const { status, customer, product } = filter
    const owners = [
      ...(customer === undefined ? [] : [rows('customerId', '=', customer)]),
      ...(product === undefined ? [] : [rows('productId', '=', product)]),
    ]
    if (owners.length === 0 && status === undefined) return { anyOf: [[]] }
    const statuses = status === undefined ? subscriptionStatusSchema.options : [status]
    return { anyOf: statuses.map(each => [...owners, rows('status', '=', each)]) }
  })

  return {
    ...subscriptions,
    byMeterIds: meterIds => subscriptions.among({}, 'meterId', meterIds),
    due: (now, limit) => subscriptions.all(rows => rows('dueAt', '<=', now), { by: 'dueAt', limit }),
    nextDue: after => subscriptions.least('dueAt', rows => rows('dueAt', '>', after)),
    createdSince: ({ id: customerId, merchantId, mode }, after) =>
      subscriptions.all(rows =>
        rows.and([
          rows('merchantId', '=', merchantId),
          rows('mode', '=', mode),
          rows('customerId', '=', customerId),
          rows('created', '>', after),
        ]),
      ),
    gasAccount: async ({ merchantId, mode }, after) => {
      const opened = sql<number>`openings_failed + case when status = 'incomplete_expired' then 0 else 1 end`
      // The one sum that the database makes of amounts: a limit, not a book. Beyond 2^63 SQLite rounds it.
      const fees = sql<string>`cast(coalesce(sum(cast(settled_fee as numeric(40,0))), 0) as text)`
      const { sql: text, parameters } = unit.connection.builder
        .selectFrom('subscriptions')
        .select([sql<number>`coalesce(sum(${opened}), 0)`.as('openings'), fees.as('fees')])
        .where('merchantId', '=', merchantId)
        .where('mode', '=', mode)
        .where('created', '>', after)
        .compile()
      const [row] = await unit.of('subscriptions').ask(text, parameters)
      const [openings, paid] = row ?? [0, '0']
      return { openings: Number(openings), fees: wholeOf(String(paid)) }
    },
    createdAt: async ({ merchantId, mode }, { since, place }) => {
      const { sql: text, parameters } = unit.connection.builder
        .selectFrom('subscriptions')
        .select('created')
        .where('merchantId', '=', merchantId)
        .where('mode', '=', mode)
        .where('created', '>', since)
        .orderBy('created')
        .limit(1)
        .offset(place)
        .compile()
      const [row] = await unit.of('subscriptions').ask(text, parameters)
      return row === undefined ? null : Number(row[0])
    },
    openOf: ({ id: customerId, merchantId, mode }) =>
      subscriptions.among({ merchantId, mode, customerId }, 'status', OPEN),
    notClosed: (mode, after, limit) =>
      subscriptions.all(
        rows => rows.and([rows('id', '>', after), rows('mode', '=', mode), rows('closed', '=', 0)]),
        { by: 'id', limit },
      ),
    anyOpen: async mode => {
      const open = await subscriptions.all(
        rows =>
          rows.and([rows('mode', '=', mode), rows('closed', '=', 0), rows('signature', 'is not', null)]),
        { by: 'id', limit: 1 },
      )
      return open[0] ?? null
    },
    operatorsOfOpen: async mode => {
      const { sql, parameters } = unit.connection.builder
        .selectFrom('subscriptions')
        .select('operator')
        .distinct()
        .where('closed', '=', 0)
        .where('mode', '=', mode)
        .where('signature', 'is not', null)
        .orderBy('operator')
        .compile()
      const found = await unit.of('subscriptions').ask(sql, parameters)
      return found.map(([operator]) => operator as Address)
    },
    faulty: mode => subscriptions.matching({ logFaulty: 1, mode }),
    oldestOpen: (mode, operator) =>
      subscriptions.least('created', rows =>
        rows.and([
          rows('mode', '=', mode),
          rows('operator', '=', operator),
          rows('closed', '=', 0),
          rows('signature', 'is not', null),
        ]),
      ),
  }
}

/** A sum as an engine prints it: past 2^63 SQLite gives a rounded one with an exponent. */
function wholeOf(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : BigInt(Math.trunc(Number(text)))
}
