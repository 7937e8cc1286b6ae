import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DemoError } from '../errors/demo-error.ts'
import { isStale } from './is-stale.ts'

/** The folder with the element's CDN file and its chunks, exactly the files that a merchant gets. */
export function elementFolder(repository: string): string {
  return join(repository, 'packages/authorise/cdn')
}

export function isElementStale(repository: string): boolean {
  const sources = [
    'authorise/src/**/*.ts',
    'authorise/*.config.ts',
    'authorise/{build,scripts}/*.ts',
    'protocol/src/*.ts',
    'contracts/src/generated/*.ts',
  ]
  const output = join(elementFolder(repository), 'billing-authorise.js')
  return isStale(
    output,
    sources.map(source => join(repository, 'packages', source)),
  )
}

/** @throws {DemoError} `build_failed` with the output of the build. */
export async function buildElement(repository: string, signal: AbortSignal): Promise<void> {
  const building = promisify(execFile)('npm', ['run', 'build', '-w', '@per-second/authorise'], {
    cwd: repository,
    signal,
  })
  await building.catch(cause => {
    if (signal.aborted) throw new DemoError('interrupted', 'Interrupted.', { cause })
    const output = `${cause.stdout}\n${cause.message}`.slice(-2_000)
    throw new DemoError('build_failed', `<billing-authorise> could not be built:\n${output}`, { cause })
  })
}
