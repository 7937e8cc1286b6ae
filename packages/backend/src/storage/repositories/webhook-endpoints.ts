import type { Mode } from '../../domain/entities.ts'
import { createScopedRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

const MODES: readonly Mode[] = ['test', 'live']

/** Where merchants want their events. */
export function createWebhookEndpoints(unit: UnitOfWork): Transaction['webhookEndpoints'] {
  const { builder } = unit.connection
  const endpoints = createScopedRepository(unit, 'webhookEndpoints')

  return {
    ...endpoints,
    allOf: ({ merchantId, mode }) => endpoints.matching({ merchantId, mode }),
    allOfMany: async scopes => {
      const found = MODES.map(mode => {
        const merchants = scopes.filter(scope => scope.mode === mode).map(({ merchantId }) => merchantId)
        return endpoints.among({ mode }, 'merchantId', merchants)
      })
      return (await Promise.all(found)).flat()
    },
    remove: async id => {
      const removal = builder.deleteFrom('webhookEndpoints').where('id', '=', id)
      await unit.of('webhookEndpoints').change(removal.compile())
    },
  }
}
