import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '../../..')

type Ready = { url: string; merchant: { test_key: string; live_key: string }; admin_token: string }

export type LocalBackend = AsyncDisposable &
  Ready & { fault(fault: { kind: string; count: number; path?: string }): Promise<void> }

/** The backend as a process, on a folder and a chain of its own. */
export async function startLocalBackend(): Promise<LocalBackend> {
  const folder = mkdtempSync(join(tmpdir(), 'client-backend-'))
  const program = process.env.PER_SECOND_BUILT ? 'dist' : 'src'
  const parameters = [`packages/backend/${program}/main.js`, '--port', '0', '--data', folder, '--json']
  const backend = spawn(process.execPath, ['--conditions=@per-second/source', ...parameters], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(backend, 'exit')
  const [line] = await Promise.race([
    once(createInterface(backend.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The backend ended with ${code} before it was ready.`))),
  ])
  const ready: Ready = JSON.parse(line)
  return {
    ...ready,
    async fault(fault) {
      const response = await fetch(`${ready.url}/_local/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ready.admin_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    async [Symbol.asyncDispose]() {
      backend.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
