import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServiceLine } from '../src/start-service.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

/** A backend as people run it: its own process, its own folder, a real chain and a real database. */
export type BackendProcess = ServiceLine & {
  folder: string
  process: ChildProcess
  /** Ends it as an operator would, or as a crash would. Resolves with the exit code, null for a signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Ends it if it still runs and removes the folder. */
  remove(): Promise<void>
}

/** Starts a backend on a folder of its own, or again on an earlier one's. */
export async function startBackend(
  options: { folder?: string; args?: string[] } = {},
): Promise<BackendProcess> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'per-second-backend-'))
  const child = spawn(
    process.execPath,
    [
      '--conditions=@per-second/source',
      MAIN,
      '--port',
      '0',
      '--data',
      folder,
      '--json',
      ...(options.args ?? []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(
      ([text]) => JSON.parse(text as string) as ServiceLine,
    ),
    ended.then(([code]) => {
      throw new Error(`The backend ended with ${code} before it was ready.`)
    }),
  ])
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    const [code] = await ended
    return code as number | null
  }
  return {
    ...line,
    folder,
    process: child,
    end,
    remove: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
