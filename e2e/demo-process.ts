import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BackendLine } from '@per-second/testing'

/** The demo's facts when it is ready. */
export type DemoLine = { url: string; backend: BackendLine }

export type DemoProcess = DemoLine & { process: ChildProcess; stop(): Promise<void> }

/** Starts the demo as `npm run demo` does, on a folder of its own. */
export async function startDemo(): Promise<DemoProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-e2e-'))
  const main = join(import.meta.dirname, '../demo/src/main.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=@per-second/source', main, '--json', '--port', '0', '--data', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => {
      throw new Error(`The demo ended with ${code} before it was ready.`)
    }),
  ])
  return {
    ...(JSON.parse(line as string) as DemoLine),
    process: child,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
