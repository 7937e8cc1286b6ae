import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')
const PAGE = join(ROOT, 'docs/quick-start.md')
const run = promisify(execFile)

/** The project that a reader of the quick start has after its second step. */
export type QuickStartFolder = {
  folder: string
  /** The variables that the step exports. */
  environment: Record<string, string>
  /** Saves a sample of the documentation there, and returns its name. */
  save(sample: string): string
  remove(): void
}

/**
 * Runs the shell block of the quick start's second step as the page shows it, in the repository. Only the two places
 * that it names differ: the project's folder and the file with the service's line.
 *
 * @param line of the running service, as `--json` prints it
 */
export async function followQuickStart(line: object): Promise<QuickStartFolder> {
  const [, step = ''] = /^## 2\. [\s\S]*?^```sh\n([\s\S]*?)^```/m.exec(readFileSync(PAGE, 'utf8')) ?? []
  if (!process.env.PER_SECOND_BUILT) await run('npm', ['run', '--silent', 'build'], { cwd: ROOT })
  const parent = mkdtempSync(join(tmpdir(), 'per-second-quick-start-'))
  const folder = join(parent, 'shop')
  const said = join(parent, 'backend.json')
  writeFileSync(said, JSON.stringify(line))
  const script = step.replaceAll('../shop', folder).replaceAll('"backend.json"', JSON.stringify(said))
  const shown = 'env | grep -E "^(BILLING_|ADMIN_)"'
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `exec 3>&1 >&2\n${script}\n${shown} >&3`], {
    cwd: ROOT,
  })
  // A page that needs a package besides the client says so.
  symlinkSync(join(ROOT, 'node_modules/viem'), join(folder, 'node_modules/viem'))
  return {
    folder,
    environment: Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map(each => each.split(/=(.*)/s, 2)),
    ),
    save: sample => {
      const name = basename(sample)
      if (!existsSync(join(folder, name))) cpSync(join(ROOT, 'docs', sample), join(folder, name))
      return name
    },
    remove: () => rmSync(parent, { recursive: true }),
  }
}
