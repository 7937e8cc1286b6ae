/** Collects what is asked for until the event loop has handed over all that came in, and handles it as one group, group after group. */
export type GroupQueue<T> = {
  add(item: T): void
  /** Lets a group that is being handled take in what was asked for since. */
  take(): T[]
  /** Resolves when there is something to take. */
  more(): Promise<void>
  /** Resolves when nothing is left to handle. */
  idle(): Promise<void>
}

/** @param handle must not fail: what goes wrong is the items' own */
export function createGroupQueue<T>(handle: (group: T[]) => Promise<void>): GroupQueue<T> {
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
    add: item => {
      waiting.push(item)
      noticed?.resolve()
      noticed = null
      draining ??= drain()
    },
    take,
    more: async () => {
      if (waiting.length > 0) return
      noticed ??= Promise.withResolvers()
      await noticed.promise
    },
    idle: async () => {
      while (draining !== null) await draining
    },
  }
}
