import { createRandom } from '../fuzz/random.ts'
import { startRealStack } from '../real-chain/real-stack.ts'
import { GWEI } from '../real-chain/strange-chain.ts'
import { ACTIONS, type ActionName, CHOICES, type World } from './actions.ts'
import { checkBooks } from './check-books.ts'

/** Actions in one world: a chain, a database and a handful of meters. */
const ACTIONS_A_WORLD = 60

/** Steps in which everything must come to its end once nothing disturbs it any more. */
const CALM_STEPS = 40

export type FaultsReport = {
  worlds: number
  meters: number
  charges: number
  invoices: number
  actions: Partial<Record<ActionName, number>>
  seconds: number
  violations: string[]
}

/**
 * Plays random interleavings of sending, dropping, reorganising, killing, replacing and repeating against a real chain and a real
 * database, then lets everything come to rest and compares books and chain. The same seed plays the same actions.
 */
export async function runFaults({
  count,
  seed,
  progress,
}: {
  count: number
  seed: number
  progress?: (done: number) => void
}): Promise<FaultsReport> {
  const started = performance.now()
  const report: FaultsReport = {
    ...{ worlds: 0, meters: 0, charges: 0, invoices: 0, seconds: 0 },
    actions: {},
    violations: [],
  }
  for (let done = 0; done < count; report.worlds += 1) {
    const steps = Math.min(ACTIONS_A_WORLD, count - done)
    const worldSeed = seed * 1_000_003 + report.worlds
    const violations = await playWorld(worldSeed, steps, report)
    report.violations.push(...violations.map(violation => `world ${worldSeed}: ${violation}`))
    done += steps
    progress?.(done)
  }
  report.seconds = (performance.now() - started) / 1_000
  return report
}

async function playWorld(seed: number, steps: number, report: FaultsReport): Promise<string[]> {
  const stack = await startRealStack({ maxFeePerGas: 400n * GWEI, rpcTimeoutMs: 2_000 })
  const world: World = { stack, random: createRandom(seed), meters: [] }
  const played: string[] = []
  try {
    await stack.restart(CALM)
    for (let step = 0; step < steps; step += 1) {
      const name = world.meters.length === 0 ? 'open' : world.random.pick(CHOICES)
      played.push(name)
      report.actions[name] = (report.actions[name] ?? 0) + 1
      await ACTIONS[name](world)
    }
    await comeToRest(world)
    const { violations, charges, invoices } = await checkBooks(world)
    report.meters += world.meters.length
    report.charges += charges
    report.invoices += invoices
    return violations.map(violation => `${violation} (after ${played.join(' ')})`)
  } finally {
    await stack.remove()
  }
}

/** A process without waits: its real-time intervals never end in a world whose clock stands. */
const CALM = { replaceAfter: 60_000, resend: 0, lateBlock: 0 }

async function comeToRest({ stack, meters }: World): Promise<void> {
  stack.proxy.misbehave(null)
  await stack.strange.setBaseFee(GWEI)
  // A reorganisation may have orphaned the end of a pause, and a paused token moves no amounts.
  await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [false] })
  await stack.restart(CALM)
  await stack.settle()
  for (const meter of meters) {
    const { subscription } = await stack.stored(meter)
    const isLive = ['running', 'paused', 'past_due', 'pending_start'].includes(subscription.status)
    if (isLive) await stack.cancel(meter)
  }
  for (let step = 0; step < CALM_STEPS; step += 1) {
    await stack.settle()
    const pending = await stack.storage.read(async tx =>
      (await Promise.all(meters.map(({ subscription }) => tx.jobs.pendingOf([subscription.id])))).flat(),
    )
    if (pending.length === 0) return
    // Refused settlements are tried again within the hour.
    stack.forward(600)
  }
}
