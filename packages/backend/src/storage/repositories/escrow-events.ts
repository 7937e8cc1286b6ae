import type { Connection } from '../engine.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'

/** Values in one statement; every engine takes more. */
const LIST = 500

/** The ledger: what the escrow did, in the blocks that count. */
export function createEscrowEvents(connection: Connection): Transaction['escrowEvents'] {
  const { database, known } = connection
  const events = createRepository(connection, 'escrowEvents')

  return {
    ...events,
    ofMeter: async meterId =>
      (await events.matching({ meterId }, 'blockNumber')).toSorted(
        (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
      ),
    above: (source, blockNumber) =>
      events.all(rows => rows.and([rows('source', '=', source), rows('blockNumber', '>', blockNumber)])),
    among: async ids => {
      const found = new Set<string>()
      for (const part of parts(ids))
        for (const { id } of await events.all(rows => rows('id', 'in', part))) found.add(id)
      return found
    },
    remove: async ids => {
      known.of('escrowEvents').clear()
      for (const part of parts(ids))
        await database.deleteFrom('escrowEvents').where('id', 'in', part).execute()
    },
  }
}

/** A list in pieces that fit a statement. */
export function parts<T>(list: readonly T[]): T[][] {
  const found: T[][] = []
  for (let at = 0; at < list.length; at += LIST) found.push(list.slice(at, at + LIST))
  return found
}
