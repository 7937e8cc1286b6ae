import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.ts'

/**
 * Runs the Playwright flows of a configuration with the browser of this machine, and passes on the arguments behind
 * `--`.
 */
const [config = '', ...others] = process.argv.slice(2)
const { executablePath, args } = await findChromium()
const child = spawn('playwright', ['test', '--config', join(import.meta.dirname, '..', config), ...others], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: '--conditions=@per-second/source',
    CHROMIUM_PATH: executablePath,
    CHROMIUM_ARGS: JSON.stringify(args),
  },
})
child.on('exit', code => process.exit(code ?? 1))
