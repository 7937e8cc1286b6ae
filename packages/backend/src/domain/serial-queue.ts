/** Runs work one after the other, in the order it was handed in; a failure does not stop what follows. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

export function createSerialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve()
  return work => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
}
