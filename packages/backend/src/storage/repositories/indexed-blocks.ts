import type { Connection } from '../engine.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'

/** Up to which blocks each log was read. */
export function createIndexedBlocks(connection: Connection): Transaction['indexedBlocks'] {
  const { database, known } = connection
  const blocks = createRepository(connection, 'indexedBlocks')

  return {
    insert: blocks.insert,
    of: async source => (await blocks.matching({ source }, 'number')).toReversed(),
    keepBetween: async (source, lowest, highest) => {
      known.of('indexedBlocks').clear()
      await database
        .deleteFrom('indexedBlocks')
        .where('source', '=', source)
        .where(rows => rows.or([rows('number', '<', lowest), rows('number', '>', highest)]))
        .execute()
    },
  }
}
