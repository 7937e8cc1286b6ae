/** Runs work one after the other, in the order of the calls. A failure does not stop the next work. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

export function createSerialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve()
  return work => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
}
