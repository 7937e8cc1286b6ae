/**
 * One measured figure. `ratio` is `value` against the peer or limit named in `against`. `target` is the bound of the
 * ratio, or of the value without a ratio, and `ok` says whether it was met. A figure without a target is only reported.
 */
export type Figure = {
  metric: string
  value: number
  unit: string
  against: string | null
  ratio: number | null
  target: string | null
  ok: boolean | null
}

type Measured = { value: number; unit: string; against?: string; ratio?: number }
type Bound = { most?: number | undefined; least?: number }

/** A figure, with a bound of its ratio (of its value where it has no ratio): `most`, `least` or none. */
export function figure(metric: string, measured: Measured & Bound): Figure {
  const { value, unit, against = null, ratio = null, most, least } = measured
  const bound = most ?? least
  const judged = ratio ?? value
  return {
    metric,
    value,
    unit,
    against,
    ratio,
    target:
      bound === undefined
        ? null
        : `${most === undefined ? '>=' : '<='} ${bound} ${ratio === null ? unit : '×'}`,
    ok: bound === undefined ? null : most === undefined ? judged >= bound : judged <= bound,
  }
}

/** The place of a benchmark: a folder of its own, removed at the end, and the way to end its processes. */
export type Bench = {
  folder: string
  /** A PostgreSQL server, with `--postgres`. Without it services have SQLite. */
  database: { newDatabase(): Promise<string> } | null
  progress(text: string): void
  /** Runs at the end, the last one first. */
  defer(end: () => unknown): void
}

export type Benchmark = (bench: Bench) => Promise<Figure[]>

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The median of the rounds' own ratios: a machine's load changes more from round to round than within one. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}
