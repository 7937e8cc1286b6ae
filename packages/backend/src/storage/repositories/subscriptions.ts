import { subscriptionStatusSchema } from '@per-second/protocol/schema'
import type { Address, SubscriptionStatus } from '@per-second/protocol/types'
import { sql } from 'kysely'
import { createScopedRepository } from '../repository.ts'
import type { SubscriptionFilter, Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

const OPEN: readonly SubscriptionStatus[] = ['incomplete', 'pending_start', 'running', 'paused', 'past_due']

/** Subscriptions, and which of them have something due. */
export function createSubscriptions(unit: UnitOfWork): Transaction['subscriptions'] {
  const { builder, statements } = unit.connection
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
    due: (now, limit) =>
      subscriptions.all('due', {
        args: { now, limit },
        where: (rows, args) => rows('dueAt', '<=', args.now),
        by: 'dueAt',
      }),
    nextDue: after =>
      subscriptions.least('next due', {
        args: { after },
        where: (rows, args) => rows('dueAt', '>', args.after),
        by: 'dueAt',
      }),
    createdSince: ({ id: customerId, merchantId, mode }, after) =>
      subscriptions.all('created since', {
        args: { merchantId, mode, customerId, after },
        where: (rows, args) =>
          rows.and([
            rows('merchantId', '=', args.merchantId),
            rows('mode', '=', args.mode),
            rows('customerId', '=', args.customerId),
            rows('created', '>', args.after),
          ]),
      }),
    gasAccount: async ({ merchantId, mode }, after) => {
      const { sql: text, parameters } = statements.named(
        'subscriptions: gas account',
        { merchantId, mode, after },
        args => {
          const opened = sql<number>`openings_failed + case when status = 'incomplete_expired' then 0 else 1 end`
          // The one sum that the database makes of amounts: a limit, not a book. Beyond 2^63 SQLite rounds it.
          const fees = sql<string>`cast(coalesce(sum(cast(settled_fee as numeric(40,0))), 0) as text)`
          return builder
            .selectFrom('subscriptions')
            .select([sql<number>`coalesce(sum(${opened}), 0)`.as('openings'), fees.as('fees')])
            .where('merchantId', '=', args.merchantId)
            .where('mode', '=', args.mode)
            .where('created', '>', args.after)
        },
      )
      const [row] = await unit.of('subscriptions').ask(text, parameters)
      const [openings, paid] = row ?? [0, '0']
      return { openings: Number(openings), fees: wholeOf(String(paid)) }
    },
    createdAt: async ({ merchantId, mode }, { since, place }) => {
      const { sql: text, parameters } = statements.named(
        'subscriptions: created at',
        { merchantId, mode, since, place },
        args =>
          builder
            .selectFrom('subscriptions')
            .select('created')
            .where('merchantId', '=', args.merchantId)
            .where('mode', '=', args.mode)
            .where('created', '>', args.since)
            .orderBy('created')
            .limit(1)
            .offset(args.place),
      )
      const [row] = await unit.of('subscriptions').ask(text, parameters)
      return row === undefined ? null : Number(row[0])
    },
    openOf: ({ id: customerId, merchantId, mode }) =>
      subscriptions.among({ merchantId, mode, customerId }, 'status', OPEN),
    notClosed: (mode, after, limit) =>
      subscriptions.all('not closed', {
        args: { mode, after, limit },
        where: (rows, args) =>
          rows.and([rows('id', '>', args.after), rows('mode', '=', args.mode), rows('closed', '=', 0)]),
      }),
    anyOpen: async mode => {
      const [open = null] = await subscriptions.all('any open', {
        args: { mode, limit: 1 },
        where: (rows, args) =>
          rows.and([rows('mode', '=', args.mode), rows('closed', '=', 0), rows('signature', 'is not', null)]),
      })
      return open
    },
    operatorsOfOpen: async mode => {
      const { sql: text, parameters } = statements.named('subscriptions: operators of open', { mode }, args =>
        builder
          .selectFrom('subscriptions')
          .select('operator')
          .distinct()
          .where('closed', '=', 0)
          .where('mode', '=', args.mode)
          .where('signature', 'is not', null)
          .orderBy('operator'),
      )
      const found = await unit.of('subscriptions').ask(text, parameters)
      return found.map(([operator]) => operator as Address)
    },
    faulty: mode => subscriptions.matching({ logFaulty: 1, mode }),
    oldestOpen: (mode, operator) =>
      subscriptions.least('oldest open', {
        args: { mode, operator },
        where: (rows, args) =>
          rows.and([
            rows('mode', '=', args.mode),
            rows('operator', '=', args.operator),
            rows('closed', '=', 0),
            rows('signature', 'is not', null),
          ]),
        by: 'created',
      }),
  }
}

/** A sum as an engine prints it: past 2^63 SQLite gives a rounded one with an exponent. */
function wholeOf(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : BigInt(Math.trunc(Number(text)))
}
