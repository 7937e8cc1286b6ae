import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type GasFigures, type GasOperation, measureGas } from './measure-gas.ts'
import { PUBLISHED_GAS } from './published-gas.ts'

const USAGE = `Usage: npm run gas -w @per-second/contracts -- [--check | --update | --json]

Measures each operation on a chain of its own and prints it beside the snapshot, the targets and what others publish.
--check fails when an operation needs more than the snapshot says, --update writes the snapshot.
`

const SNAPSHOT = resolve(import.meta.dirname, '../gas-snapshot.json')

/**
 * Zero bytes of a timestamp or a signature are cheaper, and their number varies. In a whole batch the difference is
 * divided.
 */
const TOLERANCE = 40

const TARGETS: Partial<GasFigures> = {
  open: 110_049,
  open_batch_50_per_item: 82_000,
  settle: 66_000,
  settle_batch_50_per_item: 13_900,
  close_with_refund: 80_000,
  close_batch_50_per_item: 27_400,
  session_batch_50: 109_000,
}

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else await main()

async function main(): Promise<void> {
  const figures = await measureGas()
  if (values.update) writeFileSync(SNAPSHOT, `${JSON.stringify(figures, null, 2)}\n`)
  const snapshot: GasFigures = JSON.parse(readFileSync(SNAPSHOT, 'utf8'))
  if (values.json)
    process.stdout.write(`${JSON.stringify({ figures, targets: TARGETS, published: PUBLISHED_GAS })}\n`)
  else print(figures, snapshot)
  if (!values.check) return
  for (const operation of Object.keys(figures) as GasOperation[]) {
    if (figures[operation] <= snapshot[operation] + TOLERANCE) continue
    process.stderr.write(
      `${operation} needs ${figures[operation]} gas; the snapshot has ${snapshot[operation]}\n`,
    )
    process.exitCode = 1
  }
}

function print(figures: GasFigures, snapshot: GasFigures): void {
  row('MeterEscrow, receipts', 'gas', 'snapshot', 'target')
  for (const operation of Object.keys(figures) as GasOperation[]) {
    const target = TARGETS[operation]
    row(
      operation,
      number(figures[operation]),
      number(snapshot[operation]),
      target ? `≤ ${number(target)}` : '',
    )
  }
  for (const { project, method, figures: published } of PUBLISHED_GAS) {
    process.stdout.write(`\n${project} (${method})\n`)
    for (const [operation, gas] of Object.entries(published)) row(operation, number(gas))
  }
}

function row(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(36)}${cells.map(cell => cell.padStart(12)).join('')}\n`)
}

function number(value: number): string {
  return value.toLocaleString('en')
}
