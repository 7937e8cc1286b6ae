import type { ExitCode, Surroundings } from './surroundings.ts'

export type OptionValues = Record<string, string | boolean | undefined>

/** The call of a command: the operands after its name, and its options without their dashes. */
export type Invocation = { operands: string[]; options: OptionValues }

export type Command = {
  /** The words that call it: `events resend`. */
  name: string
  summary: string
  help: string
  /** How many words follow its name, at most. */
  operands: number
  /** Each of its options, and whether a value follows. */
  options: Record<string, { type: 'string' | 'boolean' }>
  run(invocation: Invocation, surroundings: Surroundings): Promise<ExitCode>
}
