/**
 * One measured figure. `ratio` is `value` against the peer or limit named in `against`; `target` is what it
 * must reach, `ok` whether it did. A figure without a target is only reported.
 */
export type Figure = {
  bench: string
  metric: string
  value: number
  unit: string
  against: string | null
  ratio: number | null
  target: string | null
  ok: boolean | null
}

/** A PostgreSQL server for a benchmark that can be run on one; without it backends have their own SQLite. */
export type BenchDatabase = { newDatabase(): Promise<string> }

/** A benchmark: measures in one run, cleans up what it started, and reports. `progress` says what is going on. */
export type Benchmark = (
  progress: (text: string) => void,
  database: BenchDatabase | null,
) => Promise<Figure[]>
