import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'

/**
 * `forge` with its own exit code. A signal counts as a failure. Tests draw another seed each time and print it, so that
 * fuzzing and invariants see more than one run ever could. `npm test -- --fuzz-seed SEED` repeats a run.
 */
const args = process.argv.slice(2)
if (args[0] === 'test' && !args.includes('--fuzz-seed')) {
  const seed = `0x${randomBytes(32).toString('hex')}`
  process.stdout.write(`fuzz seed ${seed}\n`)
  args.push('--fuzz-seed', seed)
}
spawn(foundryBinary('forge'), args, {
  cwd: resolve(import.meta.dirname, '..'),
  stdio: 'inherit',
}).on('exit', code => {
  process.exitCode = code ?? 1
})
