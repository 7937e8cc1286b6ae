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
        if (!failing.has(name) && !stopped) log.error({ err: error, step: name }, 'looking for work failed')
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
