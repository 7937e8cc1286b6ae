import type { Subscription } from '../../domain/entities.ts'
import type { Connection } from '../engine.ts'
import { createScopedRepository } from '../repository.ts'
import type { SubscriptionFilter, Transaction } from '../storage.ts'
import { parts } from './escrow-events.ts'

/** Subscriptions, and which of them have something due. */
export function createSubscriptions(connection: Connection): Transaction['subscriptions'] {
  const subscriptions = createScopedRepository(
    connection,
    'subscriptions',
    ({ status, customer, product }: SubscriptionFilter, rows) => [
      ...(status === undefined ? [] : [rows('status', '=', status)]),
      ...(customer === undefined ? [] : [rows('customerId', '=', customer)]),
      ...(product === undefined ? [] : [rows('productId', '=', product)]),
    ],
    'created',
  )

  return {
    ...subscriptions,
    byDigests: async digests => {
      const found: Subscription[] = []
      for (const part of parts([...new Set(digests)]))
        found.push(...(await subscriptions.all(rows => rows('digest', 'in', part))))
      return found
    },
    due: (now, limit) => subscriptions.all(rows => rows('dueAt', '<=', now), { by: 'dueAt', limit }),
    nextDue: after => subscriptions.least('dueAt', rows => rows('dueAt', '>', after)),
    failed: (mode, after) =>
      subscriptions.all(rows =>
        rows.and([rows('openingsFailed', '>', 0), rows('created', '>', after), rows('mode', '=', mode)]),
      ),
    oldestOpen: mode =>
      subscriptions.least('created', rows =>
        rows.and([rows('mode', '=', mode), rows('closed', '=', 0), rows('signature', 'is not', null)]),
      ),
  }
}
