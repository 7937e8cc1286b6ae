import { inspect } from 'node:util'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import { createRandom } from '../fuzz/random.ts'
import { createCaller, createSubscriber } from '../subscriber.ts'
import { type Command, makeCommands } from './command.ts'
import { createWorld, type Wallet } from './world.ts'

const COMMANDS_A_CASE = 25
const WALLETS = 3
/** Tries to make a failing sequence shorter. */
const MAX_SHRINKS = 100

export type ModelsReport = { cases: number; commands: number; seconds: number; failure: string | null }

/**
 * Plays random sequences of actions of merchants, subscribers and time, on a real backend with a real chain and on a
 * model. The model was written from the promises, not from the code. After each command everything that a merchant can
 * see must be the same on both.
 *
 * @param options.seed the same seed makes the same sequences
 */
export async function runModels(options: {
  cases: number
  seed: number
  progress?: (done: number) => void
}): Promise<ModelsReport> {
  const started = performance.now()
  const backend = await startBackend({ args: ['--log', 'error'] })
  const report: ModelsReport = { cases: 0, commands: 0, seconds: 0, failure: null }
  try {
    const wallets = Array.from({ length: WALLETS }, () => createSubscriber(backend))
    for (const wallet of wallets) await wallet.fund('1000000000000')
    await createCaller(backend.url, backend.merchant.test_key)('POST', '/v1/test_helpers/clock', {
      frozen: true,
    })
    for (; report.cases < options.cases && report.failure === null; report.cases += 1) {
      options.progress?.(report.cases)
      const commands = makeCommands(
        createRandom(Math.imul(options.seed, 1_000_003) + report.cases),
        COMMANDS_A_CASE,
      )
      const problem = await problemWith(backend, wallets, commands)
      report.commands += commands.length
      if (problem !== null) report.failure = await shrink(backend, wallets, commands, problem)
    }
    report.seconds = (performance.now() - started) / 1000
    return report
  } finally {
    await backend.remove()
  }
}

/** The first difference between backend and model, or null. */
async function problemWith(
  backend: BackendProcess,
  wallets: readonly Wallet[],
  commands: readonly Command[],
): Promise<string | null> {
  const world = await createWorld(backend, wallets)
  let at = 'at the end'
  try {
    for (const [index, command] of commands.entries()) {
      at = `at command ${index + 1}, ${inspect(command, { breakLength: Number.POSITIVE_INFINITY })}`
      await world.run(command)
      await world.compare()
    }
    at = 'at the end'
    await world.finish()
    return null
  } catch (error) {
    return `${at}: ${error instanceof Error ? error.message : error}`
  }
}

/** Takes commands out for as long as it still fails. */
async function shrink(
  backend: BackendProcess,
  wallets: readonly Wallet[],
  failing: readonly Command[],
  problem: string,
): Promise<string> {
  let [commands, told] = [failing, problem]
  let tries = 0
  for (let index = commands.length - 1; index >= 0 && tries < MAX_SHRINKS; index -= 1) {
    const shorter = commands.toSpliced(index, 1)
    tries += 1
    const still = await problemWith(backend, wallets, shorter)
    if (still !== null) [commands, told] = [shorter, still]
  }
  const lines = commands.map(command => `  ${inspect(command, { breakLength: Number.POSITIVE_INFINITY })}`)
  return `${told}\nThe shortest sequence found:\n${lines.join('\n')}`
}
