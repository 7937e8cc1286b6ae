import assert from 'node:assert/strict'
import type { Event, List } from '@per-second/protocol/types'
import { listAll } from '../../list-all.ts'
import type { BadDay } from '../day.ts'

const WRITERS = 16
const PRODUCTS = 20

/** Item 6: a merchant who reads on from the newest event they know, while sixteen others write. */
export const readingOn: BadDay = {
  what: `${WRITERS} writers on both processes, while events are read on with \`ending_before\``,
  holds: 'No event is skipped, none is seen twice',
  play: async ({ world, neighbour }) => {
    const { data } = (await world.serverOf(neighbour).call<List<Event>>('GET', '/v1/events?limit=1')).body
    const from = data[0]?.id
    let done = false
    const writing = Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let count = 0; count < PRODUCTS; count += 1) await world.serverOf(neighbour).product()
      }),
    ).finally(() => {
      done = true
    })
    const seen: string[] = []
    for (let last = false; !last; ) {
      last = done
      for (let hasMore = true; hasMore; ) {
        const path = `/v1/events?limit=7&ending_before=${seen.at(-1) ?? from}`
        const { body } = await world.serverOf(neighbour).call<List<Event>>('GET', path)
        seen.push(...body.data.map(({ id }) => id).toReversed())
        hasMore = body.has_more
      }
    }
    await writing
    const all = (await listAll<Event>(world.serverOf(neighbour).call, '/v1/events')).map(({ id }) => id)
    assert.deepEqual(seen, all.slice(all.indexOf(from ?? '') + 1))
    assert.ok(seen.length >= WRITERS * PRODUCTS)
    return `${seen.length} events, each once and in order`
  },
}
