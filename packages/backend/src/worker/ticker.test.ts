import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createGate } from './gate.ts'
import { startTicker } from './ticker.ts'

let taken = 0
const count = () => {
  taken += 1
}
const lines: string[] = []
const log = pino({ level: 'error' }, { write: line => void lines.push(line) })
const tickers: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(tickers.splice(0).map(ticker => ticker.stop()))
  lines.length = 0
  taken = 0
})

function start(steps: Record<string, () => unknown>, gate = createGate()): void {
  tickers.push(startTicker({ gate, steps, log, millis: 1 }))
}

test('error: a failing step prevents no other, and is logged when it begins to fail', async () => {
  let isDown = true
  const fail = () => {
    if (isDown) throw new Error('down')
  }
  start({ failing: fail, other: count })
  await expect.poll(() => taken).toBeGreaterThan(3)
  expect(lines.map(line => JSON.parse(line).step)).toEqual(['failing'])
  isDown = false
  const known = taken
  await expect.poll(() => taken).toBeGreaterThan(known + 1)
  isDown = true
  await expect.poll(() => lines).toHaveLength(2)
})

test('behaviour: a step that does not end is not begun twice, and delays no other ticker', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const silent = () => {
    begun += 1
    return promise
  }
  start({ silent })
  start({ other: count })
  await expect.poll(() => taken).toBeGreaterThan(3)
  expect(begun).toBe(1)
  resolve()
  await expect.poll(() => begun).toBeGreaterThan(1)
})

/** As long as another ticker needs for five rounds. */
async function otherRounds(): Promise<void> {
  let rounds = 0
  start({
    beside: () => {
      rounds += 1
    },
  })
  await expect.poll(() => rounds).toBeGreaterThan(4)
}

test('behaviour: no step is taken beside exclusive work, nor after the stop', async () => {
  const gate = createGate()
  start({ step: count }, gate)
  await expect.poll(() => taken).toBeGreaterThan(1)
  await gate.exclusive(async () => {
    const before = taken
    await otherRounds()
    expect(taken).toBe(before)
  })
  await Promise.all(tickers.splice(0).map(ticker => ticker.stop()))
  const before = taken
  await otherRounds()
  expect(taken).toBe(before)
})
