import { pino } from 'pino'
import { processStartTime } from '../../../test/process-start-time.ts'
import { createTestClock } from '../local-stack.fixture.ts'
import { startEmbeddedChain } from './embedded-chain.ts'

/** A backend that starts a chain in the folder it is given, says which, and waits to be killed. */
const [dir = ''] = process.argv.slice(2)
const chain = await startEmbeddedChain({ dir, clock: createTestClock(), log: pino({ level: 'silent' }) })
await chain.mine()
process.stdout.write(JSON.stringify({ pid: chain.pid, started: processStartTime(chain.pid) }))
setInterval(() => undefined, 60_000)
