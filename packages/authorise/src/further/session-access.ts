import type { Connection } from '../authorise-controller.ts'
import type { Ports } from '../ports.ts'
import { serviceOver } from '../service/fetch-service.ts'
import type { Service } from '../service/service.ts'
import { createTokenStore, type TokenStore } from '../token-store.ts'

/** What belongs to one session of one service, made at its first use. */
export type SessionAccess = {
  service(connection: Connection): Service
  /** What this tab keeps of the sign-in. */
  store(connection: Connection): TokenStore
}

export function createSessionAccess(storage: Ports['storage']): SessionAccess {
  const services = new WeakMap<Connection, Service>()
  const stores = new WeakMap<Connection, TokenStore>()
  return {
    service: connection => {
      const known = services.get(connection) ?? serviceOver(connection.caller)
      services.set(connection, known)
      return known
    },
    store: connection => {
      const known = stores.get(connection) ?? createTokenStore(storage, connection.storageKey)
      stores.set(connection, known)
      return known
    },
  }
}
