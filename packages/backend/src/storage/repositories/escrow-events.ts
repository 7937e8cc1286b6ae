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
    openedAmong: async meterIds =>
      new Set((await events.among({ kind: 'opened' }, 'meterId', meterIds)).map(({ meterId }) => meterId)),
    above: (source, blockNumber) =>
      events.all(rows => rows.and([rows('source', '=', source), rows('blockNumber', '>', blockNumber)])),
    among: async ids => new Set((await events.getMany(ids)).map(({ id }) => id)),
    remove: async ids => {
      if (ids.length === 0) return
      const { sql } = builder.deleteFrom('escrowEvents').where(sets.among('id')).compile()
      await unit.of('escrowEvents').change({ sql, parameters: [sets.list(ids)] })
    },
  }
}
