import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Up to which blocks each log was read. */
export function createIndexedBlocks(unit: UnitOfWork): Transaction['indexedBlocks'] {
  const blocks = createRepository(unit, 'indexedBlocks')

  return {
    insert: blocks.insert,
    newest: async source => {
      const order = { by: 'number', direction: 'desc', limit: 1 } as const
      return (await blocks.all(rows => rows('source', '=', source), order))[0] ?? null
    },
    among: async ids => new Set((await blocks.getMany(ids)).map(({ id }) => id)),
    of: async source => (await blocks.matching({ source }, 'number')).toReversed(),
    keepBetween: async (source, lowest, highest) => {
      const beyond = unit.connection.builder
        .deleteFrom('indexedBlocks')
        .where('source', '=', source)
        .where(rows => rows.or([rows('number', '<', lowest), rows('number', '>', highest)]))
      await unit.of('indexedBlocks').change(beyond.compile())
    },
  }
}
