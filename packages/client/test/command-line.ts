import { run } from '../src/cli/run.ts'
import type { ExitCode, Surroundings } from '../src/cli/surroundings.ts'
import { systemTiming } from '../src/request/timing.ts'

export type CommandLine = {
  /** The output so far. */
  out: () => string
  err: () => string
  /** As Ctrl-C does. */
  end: () => void
  code: Promise<ExitCode>
}

/** Runs a command line in this process, with an environment of its own. */
export function startCommandLine(
  words: string[],
  environment: Record<string, string>,
  changes: Partial<Surroundings> = {},
): CommandLine {
  const said = { out: '', err: '' }
  const ending = new AbortController()
  const code = run(words, {
    environment,
    writeOut: text => {
      said.out += text
    },
    writeErr: text => {
      said.err += text
    },
    fetch: globalThis.fetch,
    timing: systemTiming,
    signal: ending.signal,
    ...changes,
  })
  return { out: () => said.out, err: () => said.err, end: () => ending.abort(), code }
}

export async function runCommandLine(words: string[], environment: Record<string, string>) {
  const { code, out, err } = startCommandLine(words, environment)
  return { code: await code, out: out(), err: err() }
}
