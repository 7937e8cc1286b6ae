import type { Timing } from '../request/timing.ts'

/** 0 done, 1 could not be done, 2 was not understood. */
export type ExitCode = 0 | 1 | 2

/** What the command line needs of the process it runs in. */
export type Surroundings = {
  environment: Record<string, string | undefined>
  /** Results, which a program may read. */
  writeOut: (text: string) => void
  /** Progress, advice and failures, for people. */
  writeErr: (text: string) => void
  fetch: typeof globalThis.fetch
  timing: Timing
  /** Interrupts a command; one that has no end of its own ends with it. */
  signal: AbortSignal
}
