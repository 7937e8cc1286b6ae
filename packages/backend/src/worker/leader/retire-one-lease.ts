import { setTimeout as delay } from 'node:timers/promises'
import { OptionError } from '../../options/option-error.ts'
import type { Leases } from '../../storage/postgres/postgres-leases.ts'
import { LOOK_MILLIS, START_MILLIS, takeLease } from './lease.ts'
import { nameHolder } from './lease-holder.ts'

/** What processes of older versions hold for all operators at once. */
const ONE_LEASE = 'leader'

/** Nobody, in the form that they read: they follow it, and do not start beside it. */
const NOBODY = JSON.stringify({ machine: '', pid: 0, started: '', embedded: true, id: 'retired' })

const FOR_EVER_SECONDS = 100 * 365 * 86_400

/**
 * Takes the one lease of older versions away for good: beside a process that sends for all operators by it, two would send from one key
 * (docs/money.md, rule 77).
 *
 * @throws {OptionError} while such a process goes on
 */
export async function retireOneLease(leases: Leases): Promise<void> {
  const deadline = performance.now() + START_MILLIS
  for (;;) {
    const state = await leases.look(ONE_LEASE)
    if (state?.holder === NOBODY) return
    if ((await takeLease(leases, ONE_LEASE, NOBODY, FOR_EVER_SECONDS)) !== null) return
    if (performance.now() > deadline)
      throw new OptionError(
        `An older version (${nameHolder(state?.holder ?? NOBODY)}) does the work of this database by a lease for all operators. End all processes of that version, then start this one.`,
      )
    await delay(LOOK_MILLIS)
  }
}
