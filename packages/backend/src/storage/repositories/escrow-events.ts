import type { Hex } from '@per-second/protocol/types'
import { createRepository } from '../repository.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** The ledger: the escrow's events, in confirmed blocks. */
export function createEscrowEvents(unit: UnitOfWork) {
  const { builder } = unit.connection
  const events = createRepository(unit, 'escrowEvents')

  return {
    ...events.rows,
    remove: events.remove,
    /** All of one meter, oldest first. */
    ofMeter: async (meterId: Hex) =>
      (await events.all({ equal: { meterId }, by: 'blockNumber' })).toSorted(
        (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
      ),
    /** Which of these meters the log has opened by this block. */
    openedAmong: async (meterIds: readonly Hex[], upTo: number) =>
      new Set(
        (await events.all({ equal: { kind: 'opened' }, among: ['meterId', meterIds] })).flatMap(
          ({ meterId, blockNumber }) => (blockNumber <= upTo ? [meterId] : []),
        ),
      ),
    /** Events of a source in later blocks than this one. */
    above: (source: string, blockNumber: number) =>
      events.all({ equal: { source }, where: [['blockNumber', '>', blockNumber]] }),
    /** Events of a source from the one after `after` on, up to a block, in the order of blocks and ids. */
    from: (
      source: string,
      { after, upTo, limit }: { after: { block: number; id: string }; upTo: number; limit: number },
    ) =>
      events.all({
        equal: { source },
        where: [
          ['blockNumber', '>=', after.block],
          ['blockNumber', '<=', upTo],
        ],
        also: {
          name: 'behind',
          args: after,
          fits: (rows, args) => rows.or([rows('blockNumber', '>', args.block), rows('id', '>', args.id)]),
        },
        by: 'blockNumber',
        limit,
      }),
    /** Removes the oldest ones of a meter. @returns how many */
    removeOldest: async (meterId: Hex, limit: number) => {
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
  }
}
