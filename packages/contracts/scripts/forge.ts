import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'

/** `forge` with its own exit code; a signal counts as failure. */
spawn(foundryBinary('forge'), process.argv.slice(2), {
  cwd: resolve(import.meta.dirname, '..'),
  stdio: 'inherit',
}).on('exit', code => {
  process.exitCode = code ?? 1
})
