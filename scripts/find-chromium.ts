import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sparticuz, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium'
import { chromium } from 'playwright'
import rootPackage from '../package.json' with { type: 'json' }

export type Browser = { executablePath: string; args: string[] }

const SYSTEM_CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** Keeps a headless browser off the network: it would otherwise look up its maker's hosts at every start. */
const QUIET_ARGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium that tests drive: the one `CHROMIUM_PATH` names, else Playwright's own, else the system's, else the one
 * that npm brought along, unpacked on first use. A machine needs only `npm ci`.
 */
export async function findChromium(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET_ARGS] : QUIET_ARGS
  const installed = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM_CHROMIUM]
  const executablePath = installed.find(path => path && existsSync(path))
  if (executablePath) return { executablePath, args }
  return { executablePath: await unpackBundledChromium(), args: [...args, '--no-sandbox', '--no-zygote'] }
}

/**
 * A folder of its own for each version, which is there only when it is whole: several processes may look for it at once. Its processes
 * keep the temporary folder they have, although the package knows no other place to unpack to.
 */
async function unpackBundledChromium(): Promise<string> {
  const folder = join(tmpdir(), `per-second-browser-${rootPackage.devDependencies['@sparticuz/chromium']}`)
  if (!existsSync(folder)) {
    const unpacked = mkdtempSync(`${folder}-`)
    await unpackInto(unpacked)
    try {
      renameSync(unpacked, folder)
    } catch (error) {
      rmSync(unpacked, { recursive: true })
      if (!existsSync(folder)) throw error
    }
  }
  useLibraries(folder)
  const executablePath = join(folder, 'chromium')
  if (starts(executablePath)) return executablePath
  throw new Error(
    'No browser was found, and the one that npm brought does not start on this machine. Install Chromium (on Debian: ' +
      'apt-get install chromium), or name one with CHROMIUM_PATH.',
  )
}

async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const executablePath = await sparticuz.executablePath()
    if (starts(executablePath)) return
    // A bare machine has no NSS, so the package brings such libraries along.
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

function useLibraries(folder: string): void {
  const libraries = join(folder, 'al2023', 'lib')
  if (!existsSync(libraries)) return
  process.env.FONTCONFIG_PATH ??= join(folder, 'fonts')
  setupLambdaEnvironment(libraries)
}

function starts(executablePath: string): boolean {
  return spawnSync(executablePath, ['--version'], { stdio: 'ignore' }).status === 0
}
