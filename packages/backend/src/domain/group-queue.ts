export type GroupQueue<T> = ReturnType<typeof createGroupQueue<T>>

/**
 * Collects items until the event loop has delivered all input, and handles them as one group, group after group.
 *
 * @param handle must not fail: a fault belongs to its item
 */
export function createGroupQueue<T>(handle: (group: T[]) => Promise<void>) {
  let waiting: T[] = []
  let draining: Promise<void> | null = null
  let noticed: PromiseWithResolvers<void> | null = null

  const take = () => {
    const group = waiting
    waiting = []
    return group
  }
  const drain = async () => {
    while (waiting.length > 0) {
      await new Promise(resolve => setImmediate(resolve))
      await handle(take())
    }
    draining = null
  }

  return {
    add: (item: T) => {
      waiting.push(item)
      noticed?.resolve()
      noticed = null
      draining ??= drain()
    },
    /** Adds the items since then to a group that is being handled. */
    take,
    /** Resolves when there is something to take. */
    more: async () => {
      if (waiting.length > 0) return
      noticed ??= Promise.withResolvers()
      await noticed.promise
    },
    /** Resolves when nothing is left to handle. */
    idle: async () => {
      while (draining !== null) await draining
    },
  }
}
