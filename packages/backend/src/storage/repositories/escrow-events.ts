import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** The ledger: what the escrow did, in the blocks that count. */
export function createEscrowEvents(unit: UnitOfWork): Transaction['escrowEvents'] {
  const { builder, sets } = unit.connection
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
      events.all(rows => rows.and([rows('source', '=', source), rows('blockNumber', '>', blockNumber)])),
    from: (source, { after, upTo, limit }) =>
      events.all(
        rows =>
          rows.and([
            rows('source', '=', source),
            rows('blockNumber', '>=', after.block),
            rows('blockNumber', '<=', upTo),
            rows.or([rows('blockNumber', '>', after.block), rows('id', '>', after.id)]),
          ]),
        { by: 'blockNumber', limit },
      ),
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
      const { sql } = builder.selectFrom('escrowEvents').select('id').where(sets.among('id')).compile()
      const found = await unit.of('escrowEvents').ask(sql, [sets.list(ids)])
      return new Set(found.map(([id]) => id as string))
    },
  }
}
