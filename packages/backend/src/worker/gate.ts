export type Gate = ReturnType<typeof createGate>

/** Lets ordinary work pass side by side, and one exclusive piece of work only while nothing else is under way. */
export function createGate() {
  let inside = 0
  let held: Promise<void> | null = null
  let closed: Promise<void> | null = null
  let open: () => void = () => {}
  let emptied: (() => void) | null = null

  const leave = () => {
    inside -= 1
    if (inside === 0) emptied?.()
  }

  const shut = async () => {
    closed = new Promise(resolve => {
      open = () => {
        closed = null
        resolve()
      }
    })
    if (inside === 0) return
    await new Promise<void>(resolve => {
      emptied = resolve
    })
    emptied = null
  }

  return {
    pass: async <T>(work: () => Promise<T>): Promise<T> => {
      while (closed) await closed
      inside += 1
      try {
        return await work()
      } finally {
        leave()
      }
    },
    exclusive: async <T>(work: () => Promise<T>): Promise<T> => {
      while (held) await held
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      try {
        await shut()
        return await work()
      } finally {
        open()
        held = null
        resolve()
      }
    },
    /** Within exclusive work: lets ordinary work pass while this part of it runs, but still no other exclusive work. */
    whileOpen: async <T>(work: () => Promise<T>): Promise<T> => {
      open()
      try {
        return await work()
      } finally {
        await shut()
      }
    },
  }
}
