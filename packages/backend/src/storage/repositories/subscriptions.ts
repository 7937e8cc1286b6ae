import { subscriptionStatusSchema } from '@per-second/protocol/schema'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Address, Hex, SubscriptionStatus } from '@per-second/protocol/types'
import { sql } from 'kysely'
import type { Customer, Mode, Scope } from '../../domain/entities.ts'
import type { GasAccount } from '../../domain/gas-account.ts'
import { createScopedRepository, equalTo } from '../repository.ts'
import type { SubscriptionFilter } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

const OPEN: readonly SubscriptionStatus[] = ['incomplete', 'pending_start', 'running', 'paused', 'past_due']

/** An opening was accepted, so that the escrow may know the meter. */
const SIGNED = [['signature', 'is not', null]] as const

/** Subscriptions, and which of them have something due. */
export function createSubscriptions(unit: UnitOfWork) {
  const { builder, statements } = unit.connection
  const subscriptions = createScopedRepository(unit, 'subscriptions', (filter: SubscriptionFilter, rows) => {
    const { status, customer, product } = filter
    const owners = equalTo(rows, { customerId: customer, productId: product })
    if (owners.length === 0 && status === undefined) return { anyOf: [[]] }
    const statuses = status === undefined ? subscriptionStatusSchema.options : [status]
    return { anyOf: statuses.map(each => [...owners, rows('status', '=', each)]) }
  })

  return {
    ...subscriptions.rows,
    /** Subscriptions with one of these, oldest first. */
    byMeterIds: (meterIds: readonly Hex[]) => subscriptions.all({ among: ['meterId', meterIds] }),
    /** Subscriptions with `dueAt` at or before `now`, earliest first. */
    due: (now: UnixMillis, limit: number) =>
      subscriptions.all({ where: [['dueAt', '<=', now]], by: 'dueAt', limit }),
    /** The first `dueAt` after an instant, or null. */
    nextDue: (after: UnixMillis) => subscriptions.least('dueAt', { where: [['dueAt', '>', after]] }),
    createdSince: ({ id: customerId, merchantId, mode }: Customer, after: UnixMillis) =>
      subscriptions.all({ equal: { merchantId, mode, customerId }, where: [['created', '>', after]] }),
    /** The openings of a merchant's meters made after an instant, and the fees that these have paid. */
    gasAccount: async ({ merchantId, mode }: Scope, after: UnixMillis): Promise<GasAccount> => {
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
    /**
     * When the subscription in this place, counted from 0, was created, of those of a merchant after an instant, or
     * null without one.
     */
    createdAt: async (
      { merchantId, mode }: Scope,
      { since, place }: { since: UnixMillis; place: number },
    ) => {
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
    /** Subscriptions of a customer that are open or about to be. */
    openOf: ({ id: customerId, merchantId, mode }: Customer) =>
      subscriptions.all({ equal: { merchantId, mode, customerId }, among: ['status', OPEN] }),
    /** Subscriptions of a mode that the escrow may not have closed, by id, from the one after `after` on. */
    notClosed: (mode: Mode, after: string, limit: number) =>
      subscriptions.all({ equal: { mode, closed: 0 }, where: [['id', '>', after]], limit }),
    /** One of a mode that may have a meter that the escrow has not closed, or null without one. */
    anyOpen: async (mode: Mode) => {
      const [open = null] = await subscriptions.all({ equal: { mode, closed: 0 }, where: SIGNED, limit: 1 })
      return open
    },
    /** The operators whose keys a mode's meters need, of those that the escrow may not have closed. */
    operatorsOfOpen: async (mode: Mode) => {
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
    /** Subscriptions of a mode whose log has to be read again. */
    faulty: (mode: Mode) => subscriptions.all({ equal: { logFaulty: 1, mode } }),
    /**
     * When an operator's oldest subscription was created that may have an unclosed meter in the escrow, or null without
     * one.
     */
    oldestOpen: (mode: Mode, operator: Address) =>
      subscriptions.least('created', { equal: { mode, operator, closed: 0 }, where: SIGNED }),
  }
}

/** A sum as an engine prints it: past 2^63 SQLite gives a rounded one with an exponent. */
function wholeOf(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : BigInt(Math.trunc(Number(text)))
}
