import { execFile } from 'node:child_process'
import { parseArgs } from 'node:util'
import { checkTheorem, listTheorems, type Verdict } from './check-theorem.ts'

const USAGE = `Usage: npm run prove -- formal

Proves the escrow's arithmetic and the steps of a meter's life, as shipped, with solc's model checker: every contract of
packages/contracts/proof/MeterProof.sol is a theorem. Those named False… must be refuted, or nothing is proved at all.
`

/** Each needs seconds. A lost solver never returns. */
const TIME_LIMIT_MS = 180_000

// `--theorem` is for the processes that this one starts.
const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    theorem: { type: 'string' },
  },
})
if (values.help) process.stdout.write(USAGE)
else if (values.theorem !== undefined) process.stdout.write(JSON.stringify(checkTheorem(values.theorem)))
else process.exitCode = await prove()

async function prove(): Promise<number> {
  const theorems = listTheorems()
  let failures = theorems.length === 0 ? 1 : 0
  for (const theorem of theorems) {
    const verdict = await check(theorem)
    const holds = theorem.startsWith('False') ? isRefuted(verdict) : isProved(verdict)
    if (!holds) failures++
    process.stdout.write([holds ? '✓' : '✗', theorem.padEnd(36), describe(verdict)].join(' ').concat('\n'))
  }
  process.stdout.write(`${theorems.length - failures} of ${theorems.length} as they should be\n`)
  return failures === 0 ? 0 : 1
}

function isProved(verdict: Verdict | null): boolean {
  return verdict !== null && verdict.assertions > 0 && verdict.refuted === 0 && verdict.open === 0
}

function isRefuted(verdict: Verdict | null): boolean {
  return verdict !== null && verdict.refuted > 0
}

function describe(verdict: Verdict | null): string {
  if (verdict === null) return 'no answer in time'
  return `${verdict.proved} proved, ${verdict.refuted} refuted, ${verdict.open} open`
}

/** In a process of its own, which can be ended. */
function check(theorem: string): Promise<Verdict | null> {
  const args = [import.meta.filename, '--theorem', theorem]
  return new Promise((settle, refuse) => {
    execFile(process.execPath, args, { timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL' }, (error, stdout) => {
      if (error === null) settle(JSON.parse(stdout) as Verdict)
      else if (error.killed) settle(null)
      else refuse(error)
    })
  })
}
