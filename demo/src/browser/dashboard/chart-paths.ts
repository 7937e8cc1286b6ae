export type ChartSample = { at: number; accrued_usd: string; settled_usd: string }

type Point = { at: number; value: number }

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

/** Between two looks that are late by less, whatever their spacing, the line goes on. */
const LATE_BY_MS = 4000

/**
 * Two bands over time, accrued on top of settled: a settlement moves height from one to the other. Looks should lie `spacingMs`
 * apart; where they lie much farther apart nobody looked, and nothing is drawn. Numbers are good enough for pixels, and are used
 * for nothing else.
 */
export function chartPaths(samples: ChartSample[], spacingMs: number): ChartPaths | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || first.at === last.at) return null
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
  const path = (along: Point[]) => linePath(along, x, y)
  const stretches = splitAtGaps(points, spacingMs).map(stretch => {
    const settled = stretch.map(({ at, settled }) => ({ at, value: settled }))
    const total = stretch.map(({ at, total }) => ({ at, value: total }))
    const ground = stretch.map(({ at }) => ({ at, value: bottom }))
    return {
      settledArea: `${path([...settled, ...ends(ground).toReversed()])}Z`,
      accruedArea: `${path([...total, ...settled.toReversed()])}Z`,
      settledLine: path(settled),
      totalLine: path(total),
    }
  })
  const joined = (name: 'settledArea' | 'accruedArea' | 'settledLine' | 'totalLine') =>
    stretches.map(stretch => stretch[name]).join('')
  return {
    settledArea: joined('settledArea'),
    accruedArea: joined('accruedArea'),
    settledLine: joined('settledLine'),
    totalLine: joined('totalLine'),
    ticks,
  }
}

function linePath(along: Point[], x: (at: number) => number, y: (value: number) => number): string {
  return along
    .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
}

/** Runs of points between which somebody looked about as often as planned. */
function splitAtGaps<T extends { at: number }>(points: T[], spacingMs: number): T[][] {
  const farthest = Math.max(2 * spacingMs, spacingMs + LATE_BY_MS)
  const stretches: T[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const point of points) {
    if (point.at - before > farthest) stretches.push([])
    stretches.at(-1)?.push(point)
    before = point.at
  }
  return stretches
}

function ends<T>(items: T[]): T[] {
  return [items[0], items.at(-1)].filter(item => item !== undefined)
}

/**
 * A line through values over time, oldest first, stretched over a small box, with the gaps of the chart; `null` when there is
 * nothing to see.
 */
export function sparkPath(
  points: Point[],
  spacingMs: number,
  { width, height }: { width: number; height: number },
): string | null {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || first.at === last.at) return null
  const lowest = Math.min(...points.map(({ value }) => value))
  const span = Math.max(...points.map(({ value }) => value)) - lowest
  const x = (at: number) => ((at - first.at) / (last.at - first.at)) * width
  const y = (value: number) =>
    span === 0 ? height - 1 : height - 1 - ((value - lowest) / span) * (height - 2)
  return splitAtGaps(points, spacingMs)
    .map(stretch => linePath(stretch, x, y))
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
