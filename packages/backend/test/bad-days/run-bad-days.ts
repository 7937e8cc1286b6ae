import { closeBooks } from './books.ts'
import type { BadDay } from './day.ts'
import { failover } from './days/failover.ts'
import { filteredLists } from './days/filtered-lists.ts'
import { floods } from './days/floods.ts'
import { newOperatorKey } from './days/new-operator-key.ts'
import { readingOn } from './days/reading-on.ts'
import { refusedMeters } from './days/refused-meters.ts'
import { restoredBackup } from './days/restored-backup.ts'
import { silentDatabase } from './days/silent-database.ts'
import { skewedClocks } from './days/skewed-clocks.ts'
import { slowReceivers } from './days/slow-receivers.ts'
import { unfinishedAnswer } from './days/unfinished-answer.ts'
import { unprofitable } from './days/unprofitable.ts'
import { World } from './world.ts'

const DAYS: readonly BadDay[] = [
  silentDatabase,
  newOperatorKey,
  skewedClocks,
  restoredBackup,
  refusedMeters,
  readingOn,
  slowReceivers,
  filteredLists,
  floods,
  unprofitable,
  unfinishedAnswer,
  failover,
]

const OPENINGS_AT_ONCE = 25

export type PlayedDay = Pick<BadDay, 'what' | 'holds'> & { seen: string }

export type BadDaysReport = { days: PlayedDay[]; meters: number; invoices: number; seconds: number }

/**
 * Plays every bad day on one service with many meters that run, one after the other, and closes its books at the end.
 *
 * @throws {assert.AssertionError} naming the claim that did not hold
 */
export async function runBadDays({
  count,
  progress = () => {},
}: {
  count: number
  progress?: (text: string) => void
}): Promise<BadDaysReport> {
  const started = performance.now()
  const world = await World.create()
  try {
    await world.start()
    const crowd = await world.addShop({ allow_pause: false })
    const neighbour = await world.addShop({ allow_pause: true })
    await Promise.all(
      Array.from({ length: OPENINGS_AT_ONCE }, async (_, worker) => {
        for (let index = worker; index < count; index += OPENINGS_AT_ONCE) await world.open(crowd)
      }),
    )
    progress(
      `${world.meters.length} meters run after ${((performance.now() - started) / 1_000).toFixed(0)} s`,
    )
    const days: PlayedDay[] = []
    for (const { what, holds, play } of DAYS) {
      progress(what)
      const seen = await play({ world, crowd, neighbour })
      days.push({ what, holds, seen })
      progress(`  ${seen}`)
    }
    progress('closing the books')
    const { meters, invoices } = await closeBooks(world, [crowd, neighbour])
    return { days, meters, invoices, seconds: (performance.now() - started) / 1_000 }
  } finally {
    await world.remove()
  }
}
