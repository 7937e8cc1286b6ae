import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@per-second/protocol/types'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../local-stack.fixture.ts'
import { createStateSaver } from './state-saver.ts'

let dir: string
let file: string
let block: Hex
let state: string
let looks: number
let dumps: number
let warnings: string[]
const savers: ReturnType<typeof createStateSaver>[] = []

beforeEach(() => {
  dir = makeFolder()
  file = join(dir, 'state.json')
  block = '0x1'
  state = 'one'
  looks = 0
  dumps = 0
  warnings = []
})
afterEach(async () => {
  for (const saver of savers.splice(0)) await saver.stop()
  rmSync(dir, { recursive: true })
})

function start(dump?: () => Promise<Uint8Array>): ReturnType<typeof createStateSaver> {
  const saver = createStateSaver({
    file,
    newest: async () => {
      looks += 1
      return block
    },
    dump: async () => {
      dumps += 1
      return dump ? dump() : Buffer.from(state)
    },
    log: pino({ level: 'warn' }, { write: line => warnings.push(JSON.parse(line).msg) }),
    everyMillis: 1,
  })
  savers.push(saver)
  return saver
}

const looked = (times: number) => expect.poll(() => looks, { interval: 1 }).toBeGreaterThanOrEqual(times)

test('a new block is saved, then nothing until the next', async () => {
  start()
  await looked(6)
  expect([dumps, readFileSync(file, 'utf8')]).toEqual([1, 'one'])
  block = '0x2'
  state = 'two'
  await looked(looks + 6)
  expect([dumps, readFileSync(file, 'utf8')]).toEqual([2, 'two'])
})

test('the file is whole whenever it is looked at', async () => {
  const [long, other] = ['a', 'b'].map(letter => letter.repeat(2_000_000)) as [string, string]
  writeFileSync(file, other)
  start(async () => {
    block = `0x${looks}`
    return Buffer.from(looks % 2 === 0 ? long : other)
  })
  while (looks < 5) {
    const text = readFileSync(file, 'utf8')
    expect(text === long || text === other).toBe(true)
    await new Promise(resolve => setImmediate(resolve))
  }
})

test('a save that fails is told of once, tried again, and leaves the file as it was', async () => {
  writeFileSync(file, 'before')
  let broken = true
  start(async () => {
    if (broken) throw new Error('no')
    return Buffer.from(state)
  })
  await looked(4)
  expect([warnings, readFileSync(file, 'utf8')]).toEqual([
    ['the state of the embedded chain could not be saved'],
    'before',
  ])
  broken = false
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('one')
})

test('stop does not wait long for a chain that does not answer, and lets nothing be written after it', async () => {
  const begun = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Uint8Array>()
  const saver = start(() => {
    begun.resolve()
    return answer.promise
  })
  await begun.promise
  await saver.stop()
  answer.resolve(Buffer.from(state))
  await answer.promise
  expect([existsSync(file), existsSync(`${file}.new`)]).toEqual([false, false])
})

test('stop saves the state once more', async () => {
  const saver = start()
  await looked(6)
  state = 'two'
  await saver.stop()
  expect(readFileSync(file, 'utf8')).toBe('two')
})

test('stop waits for a file that is being written', async () => {
  const long = 'a'.repeat(5_000_000)
  const dumped = Promise.withResolvers<void>()
  const saver = start(async () => {
    dumped.resolve()
    return Buffer.from(long)
  })
  await dumped.promise
  await new Promise(resolve => setImmediate(resolve))
  await saver.stop()
  expect([readFileSync(file, 'utf8') === long, existsSync(`${file}.new`)]).toEqual([true, false])
})
