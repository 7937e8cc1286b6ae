/** Monotonic milliseconds. Where a page's own variable has replaced `performance`, an event carries the time of the same clock. */
export function monotonicNow(): number {
  const { performance } = globalThis as { performance?: Partial<Performance> }
  return performance?.now?.() ?? document.createEvent('Event').timeStamp
}
