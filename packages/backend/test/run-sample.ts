import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { extname } from 'node:path'
import { promisify } from 'node:util'

type Place = { folder: string; environment: Record<string, string> }

/** How a page says that a sample is run. */
function commandOf(file: string): [string, string[]] {
  return extname(file) === '.sh' ? ['bash', [file]] : [process.execPath, [file]]
}

function optionsOf({ folder, environment }: Place) {
  return { cwd: folder, env: { PATH: process.env.PATH, ...environment } }
}

/**
 * Runs a sample of the documentation to its end.
 *
 * @param file in the folder
 * @returns its output, or a rejection if it fails
 */
export async function runSample(file: string, place: Place): Promise<string> {
  const { stdout } = await promisify(execFile)(...commandOf(file), optionsOf(place))
  return stdout
}

/** Starts a sample that runs until it is ended. */
export function startSample(file: string, place: Place): ChildProcess {
  const [command, words] = commandOf(file)
  return spawn(command, words, { ...optionsOf(place), stdio: ['ignore', 'pipe', 'inherit'] })
}
