import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type DrivenEngine, findDrivenBrowser } from './find-driven-browser.ts'

/** Runs the flows in the Firefox or the WebKit of this machine, and passes on the arguments behind `--`. */
const [engine, ...rest] = process.argv.slice(2) as [DrivenEngine, ...string[]]
const path = pathOrHint()
const config = join(import.meta.dirname, '../e2e/browsers/playwright.config.ts')
const child = spawn('playwright', ['test', '--config', config, `--project=${engine}`, ...rest], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '--conditions=@per-second/source', BROWSER_PATH: path },
})
child.on('exit', code => process.exit(code ?? 1))

function pathOrHint(): string {
  try {
    return findDrivenBrowser(engine)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
