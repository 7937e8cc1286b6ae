/** The work, done no more often than every `millis` of real time; calls in between return at once. A failure counts as done. */
export function paced(millis: number, work: () => Promise<void>): () => Promise<void> {
  let next = 0
  return async () => {
    if (performance.now() < next) return
    next = performance.now() + millis
    await work()
  }
}
