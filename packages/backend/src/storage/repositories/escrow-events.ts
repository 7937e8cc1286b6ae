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
      (await events.matching({ meterId }, 'blockNumber')).toSorted(
        (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
      ),
    /** Which of these meters the log has opened by this block. */
    openedAmong: async (meterIds: readonly Hex[], upTo: number) =>
      new Set(
        (await events.among({ kind: 'opened' }, 'meterId', meterIds)).flatMap(({ meterId, blockNumber }) =>
          blockNumber <= upTo ? [meterId] : [],
        ),
      ),
    /** Events of a source in later blocks than this one. */
    above: (source: string, blockNumber: number) =>
      events.all('above', {
        args: { source, blockNumber },
        where: (rows, args) =>
          rows.and([rows('source', '=', args.source), rows('blockNumber', '>', args.blockNumber)]),
      }),
    /** Events of a source from the one after `after` on, up to a block, in the order of blocks and ids. */
    from: (
      source: string,
      { after, upTo, limit }: { after: { block: number; id: string }; upTo: number; limit: number },
    ) =>
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
