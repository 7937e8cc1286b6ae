import { proofOptions } from '../proof-options.ts'
import { runRefusedMeters } from './run-refused-meters.ts'

/** The longest wait beside another merchant's refused meters, in seconds. */
const LONGEST_WAIT = 2

/** `npm run prove -- refused-meters`: the escrow's refusals of one merchant keep no other waiting. Exits 1 otherwise. */
const { count } = proofOptions({ count: 10_000 })
const { cancel, opening, refused } = await runRefusedMeters({
  count,
  progress: text => process.stderr.write(`refused-meters: ${text}\n`),
})
process.stdout.write(
  `refused-meters: beside ${count} refused meters of another merchant, of which ${refused} were tried meanwhile, ` +
    `a cancel took ${cancel.toFixed(2)} s at most and an opening ${opening.toFixed(2)} s\n`,
)
const ok = Math.max(cancel, opening) < LONGEST_WAIT && refused > 0
process.stdout.write(
  `refused-meters: ${ok ? 'no other merchant waited' : 'another merchant waited'} ${LONGEST_WAIT} s\n`,
)
process.exit(ok ? 0 : 1)
