import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Gate } from './gate.ts'

/** How often the service looks for due work, in milliseconds of real time. */
const TICK_MILLIS = 250

/**
 * Takes the steps again and again, one at a time and never beside an advance of the clock, until it is stopped. A
 * failing step prevents no other. It is logged when it begins to fail.
 *
 * @param parameters.millis the time between two rounds, in milliseconds of real time. The first round does not wait for it
 */
export function startTicker(parameters: {
  gate: Gate
  steps: Record<string, () => unknown>
  log: Logger
  millis?: number | undefined
}): { stop(): Promise<void> } {
  const { gate, log, millis = TICK_MILLIS } = parameters
  const steps = Object.entries(parameters.steps)
  const failing = new Set<string>()
  const stopping = new AbortController()
  const { signal } = stopping

  const takeAll = async () => {
    for (const [name, take] of steps) {
      if (signal.aborted) return
      try {
        await take()
        failing.delete(name)
      } catch (error) {
        if (!failing.has(name) && !signal.aborted) log.error({ err: error, step: name }, 'worker scan failed')
        failing.add(name)
      }
    }
  }
  const run = async () => {
    for (let wait = TICK_MILLIS; !signal.aborted; wait = millis) {
      await delay(wait, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await gate.pass(takeAll)
    }
  }
  const running = run()
  return {
    /** Waits for the step that is under way. */
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
