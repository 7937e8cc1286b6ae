import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Client tokens of checkout sessions. */
export function createTokens(unit: UnitOfWork): Transaction['tokens'] {
  const { builder } = unit.connection
  const tokens = createRepository(unit, 'tokens')

  return {
    ...tokens,
    ofSession: async sessionId => (await tokens.matching({ sessionId }, 'created')).reverse(),
    revokeOfSession: async (sessionId, now) => {
      const ofSession = builder
        .updateTable('tokens')
        .set({ revokedAt: now })
        .where('sessionId', '=', sessionId)
      await unit.of('tokens').change(ofSession.where('revokedAt', 'is', null).compile())
    },
  }
}
