import type { Timing } from '../request/timing.ts'

/** 0 done, 1 could not be done, 2 was not understood. */
export type ExitCode = 0 | 1 | 2

/** The parts of its process that the command line needs. */
export type Surroundings = {
  environment: Record<string, string | undefined>
  /** Results, which a program may read. */
  writeOut: (text: string) => void
  /** Progress, advice and failures, for people. */
  writeErr: (text: string) => void
  fetch: typeof globalThis.fetch
  timing: Timing
  /** Interrupts a command. A command without an end of its own ends with it. */
  signal: AbortSignal
}
