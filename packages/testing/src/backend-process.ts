import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { environmentOfItsOwn } from '@per-second/protocol/service-variables'
import type { BackendLine } from './backend-line.ts'
import { TestingError } from './testing-error.ts'

export type BackendProcess = { line: BackendLine; stop(): Promise<void> }

const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 8_000
const TAIL_CHARACTERS = 2_000

/**
 * Starts the reference backend on a free port, with a chain, a database and a folder of its own that is gone when it has stopped.
 *
 * @param more options of its command line, such as `['--settle-every', '60']`
 * @throws {TestingError} `backend_failed` with the end of its log
 */
export async function startBackendProcess(more: readonly string[]): Promise<BackendProcess> {
  refuseOldNode()
  const folder = mkdtempSync(join(tmpdir(), 'per-second-testing-'))
  const program = [...endingWithTests(folder), ...mainOf()]
  const child = spawn(process.execPath, [...program, '--port', '0', '--data', folder, '--json', ...more], {
    env: environmentOfItsOwn(process.env),
    // The parent writes no input: its end says that the parent process has ended.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let tail = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    tail = (tail + text).slice(-TAIL_CHARACTERS)
  })
  const closed = once(child, 'close')
  const stop = async () => {
    const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    child.kill('SIGTERM')
    await closed
    clearTimeout(lastResort)
    rmSync(folder, { recursive: true, force: true })
  }
  const failed = (how: string) => new TestingError('backend_failed', `The billing backend ${how}:\n${tail}`)
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  try {
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line', { signal: late }),
      closed.then(([code]) => Promise.reject(failed(`ended with ${code} before it was ready`))),
    ])
    return { line: JSON.parse(line), stop }
  } catch (error) {
    await stop()
    throw late.aborted ? failed(`was not ready within ${READY_WITHIN_MS / 1_000} s`) : error
  }
}

/** As this file is, source or built. */
function endingWithTests(folder: string): string[] {
  const module = new URL(`end-with-tests${extname(import.meta.filename)}`, import.meta.url)
  module.searchParams.set('folder', folder)
  return ['--import', module.href]
}

function refuseOldNode(): void {
  const { node } = process.versions
  if (Number(node.split('.')[0]) >= 24) return
  throw new TestingError(
    'backend_failed',
    `The test kit needs Node 24 or later, and Node ${node} runs these tests. This brings one along: npx --yes -p node@24 node node_modules/.bin/playwright test`,
  )
}

/** The published entry of the backend. In its own repository it is the source, which may be newer than any build. */
function mainOf(): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve('@per-second/backend/package.json'))
  const source = join(folder, 'src/main.js')
  return existsSync(source)
    ? ['--conditions=@per-second/source', source]
    : [join(folder, 'bin/per-second.js')]
}
