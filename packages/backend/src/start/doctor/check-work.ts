import type { Mode } from '../../domain/entities.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Work that has been due for longer than this, in milliseconds, has no process that does it. */
const LATE_MILLIS = 300_000

/** Enough to say that there are many. */
const MOST = 1_000

/** Checks the work that a running service should have done by now, and ledgers that it cannot book. */
export async function checkWork(storage: Storage, modes: readonly Mode[], now: number): Promise<Finding[]> {
  const late = now - LATE_MILLIS
  const { meters, deliveries, faulty } = await storage.read(async tx => ({
    meters: await tx.subscriptions.due(late, MOST),
    deliveries: await tx.deliveries.due({ now: late, realNow: late, limit: MOST, to: { except: [] } }),
    faulty: (await Promise.all(modes.map(mode => tx.subscriptions.faulty(mode)))).flat(),
  }))
  const count = (list: readonly unknown[]) => (list.length === MOST ? `${MOST} or more` : `${list.length}`)
  const isStarted = 'Start the service; if it runs, look at its log for "looking for work failed".'
  return [
    meters.length === 0
      ? ok('meters', 'none waits')
      : failure('meters', `${count(meters)} have been due for over five minutes`, isStarted),
    deliveries.length === 0
      ? ok('webhooks', 'none waits')
      : warning('webhooks', `${count(deliveries)} deliveries have been due for over five minutes`, isStarted),
    faulty.length === 0
      ? ok('ledger', 'every log is booked')
      : failure(
          'ledger',
          `${faulty.length} meters are not booked: ${faulty.map(({ id }) => id).join(', ')}`,
          'Compare the endpoints: one leaves events out (docs/money.md, rule 30).',
        ),
  ]
}
