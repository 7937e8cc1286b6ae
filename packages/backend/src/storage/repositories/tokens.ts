import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Client tokens of checkout sessions. */
export function createTokens(unit: UnitOfWork): Transaction['tokens'] {
  const { builder } = unit.connection
  const tokens = createRepository(unit, 'tokens')
  const table = unit.of('tokens')

  return {
    ...tokens,
    ofSession: async sessionId => (await tokens.matching({ sessionId }, 'created')).reverse(),
    remove: async id => {
      await table.change(builder.deleteFrom('tokens').where('id', '=', id).compile())
    },
    revokeOfSession: async (sessionId, now) => {
      const ofSession = builder
        .updateTable('tokens')
        .set({ revokedAt: now })
        .where('sessionId', '=', sessionId)
      await table.change(ofSession.where('revokedAt', 'is', null).compile())
    },
  }
}
