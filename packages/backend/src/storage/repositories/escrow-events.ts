import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** The ledger: the escrow's events, in confirmed blocks. */
export function createEscrowEvents(unit: UnitOfWork): Transaction['escrowEvents'] {
  const { builder, sets, statements } = unit.connection
  const events = createRepository(unit, 'escrowEvents')

  return {
    ...events,
    ofMeter: async meterId =>
      (await events.matching({ meterId }, 'blockNumber')).toSorted(
        (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
      ),
    openedAmong: async (meterIds, upTo) =>
      new Set(
        (await events.among({ kind: 'opened' }, 'meterId', meterIds)).flatMap(({ meterId, blockNumber }) =>
          blockNumber <= upTo ? [meterId] : [],
        ),
      ),
    above: (source, blockNumber) =>
      events.all('above', {
        args: { source, blockNumber },
        where: (rows, args) =>
          rows.and([rows('source', '=', args.source), rows('blockNumber', '>', args.blockNumber)]),
      }),
    from: (source, { after, upTo, limit }) =>
      events.all('from', {
        args: { source, block: after.block, id: after.id, upTo, limit },
        where: (rows, args) =>
          rows.and([
            rows('source', '=', args.source),
            rows('blockNumber', '>=', args.block),
            rows('blockNumber', '<=', args.upTo),
            rows.or([rows('blockNumber', '>', args.block), rows('id', '>', args.id)]),
          ]),
        by: 'blockNumber',
      }),
    removeOldest: async (meterId, limit) => {
      const oldest = builder
        .selectFrom('escrowEvents')
        .select('id')
        .where('meterId', '=', meterId)
        .orderBy('blockNumber')
        .orderBy('logIndex')
        .limit(limit)
      const removal = builder.deleteFrom('escrowEvents').where('id', 'in', oldest).returning('id')
      return (await unit.of('escrowEvents').change(removal.compile())).length
    },
    among: async ids => {
      if (ids.length === 0) return new Set()
      const { sql, parameters } = statements.named('escrowEvents: among', { ids: sets.list(ids) }, args =>
        builder.selectFrom('escrowEvents').select('id').where(sets.among('id', args.ids)),
      )
      const found = await unit.of('escrowEvents').ask(sql, parameters)
      return new Set(found.map(([id]) => id as string))
    },
  }
}
