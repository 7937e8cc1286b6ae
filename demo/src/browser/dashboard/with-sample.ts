import type { Sample } from '../../store/history.ts'

/**
 * The chart's samples with one more at their end. The last one is only what was seen last: it gives way until it is as far from
 * the one before it as samples lie apart.
 */
export function withSample(samples: Sample[], sample: Sample, spacingMs: number): Sample[] {
  const [before, last] = [samples.at(-2), samples.at(-1)]
  const givesWay = before !== undefined && last !== undefined && last.at - before.at < spacingMs
  return [...(givesWay ? samples.slice(0, -1) : samples), sample]
}
