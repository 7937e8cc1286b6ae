export type GroupQueue<T> = ReturnType<typeof createGroupQueue<T>>

/**
 * Collects items until the event loop has delivered all input, and handles them as one group, group after group.
 *
 * @param handle must not fail: a fault belongs to its item
 */
export function createGroupQueue<T>(handle: (group: T[]) => Promise<void>) {
  let waiting: T[] = []
  let draining: Promise<void> | null = null

  const drain = async () => {
    while (waiting.length > 0) {
      await new Promise(resolve => setImmediate(resolve))
      const group = waiting
      waiting = []
      await handle(group)
    }
    draining = null
  }

  return {
    add: (item: T) => {
      waiting.push(item)
      draining ??= drain()
    },
    /** Resolves when nothing is left to handle. */
    idle: async () => {
      while (draining !== null) await draining
    },
  }
}
