import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'

const DOCS = join(import.meta.dirname, '../../../docs')

/** What runs a sample, as its page says it is run: sources stand for the installed packages. */
function commandOf(sample: string): [string, string[]] {
  const file = join(DOCS, sample)
  return extname(sample) === '.sh'
    ? ['bash', [file]]
    : [process.execPath, ['--conditions=@per-second/source', file]]
}

/**
 * Runs a sample of the documentation to its end.
 *
 * @param sample from the folder of the documentation
 * @param environment all of it but the PATH
 * @returns what it prints; rejects where it fails
 */
export async function runSample(sample: string, environment: Record<string, string>): Promise<string> {
  const [command, words] = commandOf(sample)
  const { stdout } = await promisify(execFile)(command, words, {
    env: { PATH: process.env.PATH, ...environment },
  })
  return stdout
}

/** Starts a sample that runs until it is ended. */
export function startSample(
  sample: string,
  folder: string,
  environment: Record<string, string>,
): ChildProcess {
  const [command, words] = commandOf(sample)
  return spawn(command, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
