import { MODES } from '../../domain/entities.ts'
import { createScopedRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Where merchants want their events. */
export function createWebhookEndpoints(unit: UnitOfWork): Transaction['webhookEndpoints'] {
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
  }
}
