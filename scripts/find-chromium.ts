import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
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
 * The Chromium that tests drive: the one `CHROMIUM_PATH` names, else Playwright's own, else the system's, else the one that npm
 * brought along, unpacked on first use. A machine needs nothing but `npm ci`.
 */
export async function findChromium(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET_ARGS] : QUIET_ARGS
  const installed = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM_CHROMIUM]
  const executablePath = installed.find(path => path && existsSync(path))
  if (executablePath) return { executablePath, args }
  return { executablePath: await unpackBundledChromium(), args: [...args, '--no-sandbox', '--no-zygote'] }
}

/** The package unpacks into the temporary folder and reuses whatever lies there, hence a folder of its own per version. */
async function unpackBundledChromium(): Promise<string> {
  const folder = join(tmpdir(), `per-second-chromium-${rootPackage.devDependencies['@sparticuz/chromium']}`)
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  const executablePath = await sparticuz.executablePath()
  if (!starts(executablePath)) {
    // A bare machine has no NSS; the package brings that and its like along.
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
    setupLambdaEnvironment(join(folder, 'al2023', 'lib'))
  }
  if (starts(executablePath)) return executablePath
  throw new Error(
    'No browser was found, and the one that npm brought does not start on this machine. Install Chromium (on Debian: ' +
      'apt-get install chromium), or name one with CHROMIUM_PATH.',
  )
}

function starts(executablePath: string): boolean {
  return spawnSync(executablePath, ['--version'], { stdio: 'ignore' }).status === 0
}
