import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Up to which blocks each log was read. */
export function createIndexedBlocks(unit: UnitOfWork): Transaction['indexedBlocks'] {
  const blocks = createRepository(unit, 'indexedBlocks')

  return {
    insert: blocks.insert,
    newest: async source => {
      const [newest = null] = await blocks.all('newest', {
        args: { source, limit: 1 },
        where: (rows, args) => rows('source', '=', args.source),
        by: 'number',
        direction: 'desc',
      })
      return newest
    },
    among: async ids => new Set((await blocks.getMany(ids)).map(({ id }) => id)),
    of: async source => (await blocks.matching({ source }, 'number')).toReversed(),
    keepBetween: async (source, lowest, highest) => {
      const { builder, statements } = unit.connection
      const beyond = statements.named('indexedBlocks: beyond', { source, lowest, highest }, args =>
        builder
          .deleteFrom('indexedBlocks')
          .where('source', '=', args.source)
          .where(rows => rows.or([rows('number', '<', args.lowest), rows('number', '>', args.highest)])),
      )
      await unit.of('indexedBlocks').change(beyond)
    },
  }
}
