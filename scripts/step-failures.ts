import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VARIABLE = 'STEP_FAILURES'

/** Leaves the text that this step's parent run prints about it at its end. Does nothing in a run of its own. */
export function leaveFailures(text: string): void {
  const path = process.env[VARIABLE]
  if (path !== undefined) writeFileSync(path, text)
}

/** Where the steps of a run leave why they failed. */
export function createStepFailures(): {
  env: Record<string, string>
  take: () => string | null
  remove: () => void
} {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-steps-'))
  const path = join(folder, 'failures')
  return {
    env: { [VARIABLE]: path },
    take: () => {
      if (!existsSync(path)) return null
      const text = readFileSync(path, 'utf8')
      rmSync(path)
      return text
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
