import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findFirefox } from './find-firefox.ts'

/** Runs the flows in the Firefox this machine has, over WebDriver BiDi, passing on what stands behind `--`. */
const firefox = pathOrHint()
const config = join(import.meta.dirname, '../e2e/firefox/playwright.config.ts')
const child = spawn('playwright', ['test', '--config', config, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '--conditions=@per-second/source', FIREFOX_PATH: firefox },
})
child.on('exit', code => process.exit(code ?? 1))

function pathOrHint(): string {
  try {
    return findFirefox()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
