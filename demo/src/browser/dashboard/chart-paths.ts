export type ChartSample = { at: number; accrued_usd: string; settled_usd: string }

export type ChartPaths = {
  settledArea: string
  accruedArea: string
  settledLine: string
  totalLine: string
  /** The values of the horizontal lines, from bottom to top, evenly spaced, in AUSD. */
  ticks: number[]
}

/** The chart's own coordinates; the drawing is stretched to its place. */
export const CHART_WIDTH = 1000
export const CHART_HEIGHT = 180

/**
 * Two bands over time, accrued on top of settled: a settlement moves height from one to the other. Numbers are good enough for
 * pixels, and are used for nothing else.
 */
export function chartPaths(samples: ChartSample[]): ChartPaths | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || first === last) return null
  const points = samples.map(({ at, accrued_usd, settled_usd }) => ({
    at,
    settled: Number(settled_usd),
    total: Number(settled_usd) + Number(accrued_usd),
  }))
  const highest = Math.max(...points.map(({ total }) => total))
  if (highest === 0) return null
  const ticks = roundTicks(Math.min(...points.map(({ settled }) => settled)), highest)
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const x = (at: number) => ((at - first.at) / (last.at - first.at)) * CHART_WIDTH
  const y = (value: number) => CHART_HEIGHT - ((value - bottom) / (top - bottom)) * CHART_HEIGHT
  const path = (along: { at: number; value: number }[]) =>
    along
      .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('')
  const settled = points.map(point => ({ at: point.at, value: point.settled }))
  const total = points.map(point => ({ at: point.at, value: point.total }))
  const ground = [
    { at: last.at, value: bottom },
    { at: first.at, value: bottom },
  ]
  return {
    settledArea: `${path([...settled, ...ground])}Z`,
    accruedArea: `${path([...total, ...settled.toReversed()])}Z`,
    settledLine: path(settled),
    totalLine: path(total),
    ticks,
  }
}

/** A line through values, oldest first, stretched over a small box; `null` when there is nothing to see. */
export function sparkPath(values: number[], width: number, height: number): string | null {
  if (values.length < 2) return null
  const lowest = Math.min(...values)
  const span = Math.max(...values) - lowest
  const step = width / (values.length - 1)
  const y = (value: number) =>
    span === 0 ? height - 1 : height - 1 - ((value - lowest) / span) * (height - 2)
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
}

/** Two to four steps of 1, 2 or 5 times a power of ten that contain both values. */
function roundTicks(lowest: number, highest: number): number[] {
  const span = (highest - lowest || highest) / 2
  const power = 10 ** Math.floor(Math.log10(span))
  const step = ([1, 2, 5].find(factor => factor * power >= span) ?? 10) * power
  const first = Math.floor(lowest / step)
  const last = Math.max(Math.ceil(highest / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
