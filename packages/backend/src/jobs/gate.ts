/** Lets ordinary work pass side by side, and one exclusive piece of work only while nothing else is under way. */
export type Gate = {
  pass<T>(work: () => Promise<T>): Promise<T>
  exclusive<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  let inside = 0
  let closed: Promise<void> | null = null
  let emptied: (() => void) | null = null

  const leave = () => {
    inside -= 1
    if (inside === 0) emptied?.()
  }

  return {
    pass: async work => {
      while (closed) await closed
      inside += 1
      try {
        return await work()
      } finally {
        leave()
      }
    },
    exclusive: async work => {
      while (closed) await closed
      let open: () => void = () => {}
      closed = new Promise(resolve => {
        open = resolve
      })
      try {
        if (inside > 0) {
          await new Promise<void>(resolve => {
            emptied = resolve
          })
        }
        return await work()
      } finally {
        emptied = null
        closed = null
        open()
      }
    },
  }
}
