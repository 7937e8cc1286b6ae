import assert from 'node:assert/strict'
import type { Subscription } from '@per-second/protocol/types'
import { createDatabase } from '../../create-database.ts'
import { listAll } from '../../list-all.ts'
import { balanceOf } from '../../merchant.ts'
import type { BadDay } from '../day.ts'
import { FUNDS, RATE } from '../world.ts'

const NEWER = 5

/** So many seconds an opening may have been charged for before the service was lost. */
const CHARGED_WITHIN = 60n

/** Item 4: the database is lost, and a backup that does not know the newest openings takes its place. */
export const restoredBackup: BadDay = {
  what: `A backup is restored that does not know ${NEWER} newer meters`,
  holds: 'They are found in the chain’s log and closed at what was charged; all others run on',
  play: async ({ world, crowd }) => {
    await world.end('SIGTERM')
    const backup = await createDatabase(world.database, world.database)
    await world.start()
    const newer = await Promise.all(Array.from({ length: NEWER }, () => world.open(crowd)))
    world.meters.splice(-NEWER)
    await world.end('SIGKILL')
    world.database = backup
    const { data } = await world.administer('restore')
    const payers = newer.map(({ account }) => account.address)
    assert.deepEqual(
      data.map(
        ({ mode, returned, left }: { mode: string; returned: { payer: string }[]; left: unknown[] }) => [
          mode,
          returned.map(({ payer }) => payer).toSorted(),
          left,
        ],
      ),
      [['test', payers.toSorted(), []]],
    )
    for (const payer of payers) {
      const spent = FUNDS - (await balanceOf(world.others, payer))
      assert.ok(spent < CHARGED_WITHIN * RATE && spent % RATE === 0n, `${payer} spent ${spent}`)
    }
    await world.start()
    const { call } = world.serverOf(crowd)
    const running = (await listAll<Subscription>(call, '/v1/subscriptions?status=running')).map(
      ({ id }) => id,
    )
    assert.deepEqual(running.toSorted(), world.meters.map(({ id }) => id).toSorted())
    return `${NEWER} of ${NEWER} closed and given back; ${world.meters.length} run on`
  },
}
