import type { Logger } from 'pino'
import type { Gate } from './gate.ts'

/** How often the service looks for what has fallen due, in milliseconds of real time. */
const TICK_MILLIS = 250

/**
 * Runs `tick` again and again, one at a time and never beside an advance of the clock, until it is stopped. A failing tick is
 * logged and the next one comes.
 */
export function startTicker(parameters: { gate: Gate; tick: () => Promise<void>; log: Logger }): {
  stop(): Promise<void>
} {
  const { gate, tick, log } = parameters
  let timer: NodeJS.Timeout | null = null
  let current: Promise<void> = Promise.resolve()
  let stopped = false
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      current = gate
        .pass(tick)
        .catch(error => log.error({ err: error }, 'looking for due work failed'))
        .finally(next)
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
