import { createSerialQueue } from '../domain/serial-queue.ts'

export type Gate = ReturnType<typeof createGate>

/** Lets ordinary work pass side by side, and one exclusive piece of work only while nothing else is under way. */
export function createGate() {
  const inside = new Set<Promise<unknown>>()
  const oneAtATime = createSerialQueue()
  let closed: PromiseWithResolvers<void> | null = null

  const shut = async () => {
    closed = Promise.withResolvers()
    await Promise.allSettled(inside)
  }
  const open = () => {
    closed?.resolve()
    closed = null
  }

  return {
    pass: async <T>(work: () => Promise<T>): Promise<T> => {
      while (closed) await closed.promise
      const passing = work()
      inside.add(passing)
      return passing.finally(() => inside.delete(passing))
    },
    exclusive: <T>(work: () => Promise<T>): Promise<T> =>
      oneAtATime(async () => {
        await shut()
        try {
          return await work()
        } finally {
          open()
        }
      }),
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
