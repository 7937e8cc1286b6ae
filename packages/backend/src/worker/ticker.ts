import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Gate } from './gate.ts'

/** How often the service looks for due work, in milliseconds of real time. */
const TICK_MILLIS = 250

/**
 * Takes the steps again and again, one at a time and never beside an advance of the clock, until it is stopped. A
 * failing step prevents no other. It is logged when it begins to fail.
 */
export function startTicker(parameters: {
  gate: Gate
  steps: Record<string, () => Promise<void> | void>
  log: Logger
}): { stop(): Promise<void> } {
  const { gate, log } = parameters
  const steps = Object.entries(parameters.steps)
  const failing = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let current: Promise<void> = Promise.resolve()
  let stopped = false

  const tick = async () => {
    for (const [name, take] of steps) {
      if (stopped) return
      try {
        await take()
        failing.delete(name)
      } catch (error) {
        if (!failing.has(name) && !stopped) log.error({ err: error, step: name }, 'worker scan failed')
        failing.add(name)
      }
    }
  }
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      current = gate.pass(tick).finally(next)
    }, TICK_MILLIS)
  }
  next()
  return {
    stop: async () => {
      stopped = true
      if (timer) clearTimeout(timer)
      await current
    },
  }
}

/**
 * Runs the work, one at a time and at most once every `millis` of real time. A call waits for at most `patience` (in
 * the same unit), and not at all after a failure, so a silent service delays no caller. Until it succeeds, every call
 * throws the last error.
 */
export function paced(
  { millis, patience }: { millis: number; patience: number },
  work: () => Promise<void>,
): () => Promise<void> {
  let next = 0
  let running: Promise<void> | null = null
  let failure: { error: unknown } | null = null

  const run = async () => {
    try {
      await work()
      failure = null
    } catch (error) {
      failure = { error }
    } finally {
      running = null
    }
  }

  return async () => {
    if (running === null && performance.now() >= next) {
      next = performance.now() + millis
      running = run()
      if (failure === null) await Promise.race([running, delay(patience, undefined, { ref: false })])
    }
    if (failure) throw failure.error
  }
}
