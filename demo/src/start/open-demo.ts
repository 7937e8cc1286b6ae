import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A demo that is open: where its store is, and its process. */
export type OpenDemo = { url: string; pid: number }

const FILE = 'open-demo.json'
const ANSWERS_WITHIN_MS = 2_000

/** Leaves word in the data folder that a demo is open on it, until disposed. */
export function announceOpenDemo(dataFolder: string, demo: OpenDemo): Disposable {
  const file = join(dataFolder, FILE)
  writeFileSync(file, `${JSON.stringify(demo)}\n`, { mode: 0o600 })
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) }
}

/**
 * The demo that is open on this data folder, if its process lives and its store responds. A killed demo leaves its file
 * behind.
 */
export async function findOpenDemo(dataFolder: string): Promise<OpenDemo | null> {
  const demo = readOpenDemo(join(dataFolder, FILE))
  return demo && isAlive(demo.pid) && (await answers(demo.url)) ? demo : null
}

function readOpenDemo(file: string): OpenDemo | null {
  try {
    const { url, pid } = JSON.parse(readFileSync(file, 'utf8'))
    return URL.canParse(url) && Number.isSafeInteger(pid) && pid > 0 ? { url, pid } : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function answers(url: string): Promise<boolean> {
  const options = { method: 'HEAD', signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }
  return fetch(url, options).then(
    () => true,
    () => false,
  )
}
