import { expect, test } from 'vitest'
import { OUTDATED_KINDS, type OutdatedKind } from './outdated-rows.ts'

/** @param planOf how the engine finds the rows to delete, in its own words */
export function testOutdatedRows(engine: string, planOf: (kind: OutdatedKind) => Promise<string>): void {
  test.each(OUTDATED_KINDS)(`behaviour: outdated rows are found by an index on ${engine}: %s`, async kind => {
    const index = {
      idempotency: 'idempotency_created',
      challenges: 'challenges_expires_at',
      tokens: 'tokens_expires_at',
      delivered: 'deliveries_status_created',
      givenUp: 'deliveries_status_created',
      heldBack: 'deliveries_status_created',
      events: 'events_created',
      jobs: 'jobs_created',
    }[kind]
    expect(await planOf(kind)).toContain(index)
  })
}
