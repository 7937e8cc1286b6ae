import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { getBlock } from 'viem/actions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processStartTime } from '../../../test/process-start-time.ts'
import { OptionError } from '../../options/option-error.ts'
import { createTestClock, makeFolder, START, type TestClock } from '../local-stack.fixture.ts'
import { createChainClient } from '../transport/chain-client.ts'
import { type EmbeddedChain, startEmbeddedChain } from './embedded-chain.ts'

let dir: string
let clock: TestClock
const running: EmbeddedChain[] = []
beforeEach(() => {
  dir = makeFolder()
  clock = createTestClock()
})
afterEach(async () => {
  for (const chain of running.splice(0)) await chain.stop()
  rmSync(dir, { recursive: true })
})

async function start(options: { readyWithinMs?: number } = {}): Promise<EmbeddedChain> {
  const chain = await startEmbeddedChain({ dir, clock, log: pino({ level: 'silent' }), ...options })
  running.push(chain)
  return chain
}

const newest = async (chain: EmbeddedChain) => {
  const { number, timestamp } = await getBlock(createChainClient(chain.rpc))
  return { number: Number(number), timestamp: Number(timestamp) }
}
const pendingTime = async (chain: EmbeddedChain) =>
  Number((await getBlock(createChainClient(chain.rpc), { blockTag: 'pending' })).timestamp)

async function until(condition: () => boolean, withinMs = 5_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('waited too long')
    await new Promise(resolve => setImmediate(resolve))
  }
}

/** A state whose reading waits until it is written. */
async function neverLoaded(): Promise<string> {
  const state = join(dir, 'state.json')
  rmSync(state, { force: true })
  await promisify(execFile)('mkfifo', [state])
  return state
}

/** Whether the saved state has so many blocks. */
const isSaved = (blocks: number) => () => {
  const file = join(dir, 'state.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).best_block_number === blocks
}

const states = () => readdirSync(dir).filter(name => /^state/.test(name))

test('block time is the floor of the clock, and stands when it stands', async () => {
  const chain = await start()
  await chain.mine()
  expect(await newest(chain)).toEqual({ number: 1, timestamp: START })
  clock.moveTo(START + 0.9)
  await chain.mine()
  expect(await newest(chain)).toEqual({ number: 2, timestamp: START })
  clock.moveTo(START + 59.999)
  await chain.tick()
  expect(await newest(chain)).toEqual({ number: 2, timestamp: START })
  expect(await pendingTime(chain)).toBe(START + 59)
  clock.moveTo(START + 60)
  await chain.tick()
  expect(await newest(chain)).toEqual({ number: 3, timestamp: START + 60 })
  expect(await pendingTime(chain)).toBe(START + 60)
})

test('a step of a move of the clock gives the next block its time, and mines none', async () => {
  const chain = await start()
  await chain.mine()
  clock.moveTo(START + 3_600)
  await chain.moveTime()
  expect(await newest(chain)).toEqual({ number: 1, timestamp: START })
  await chain.rpc.request({ method: 'evm_mine' })
  expect(await newest(chain)).toEqual({ number: 2, timestamp: START + 3_600 })
})

test('after a stranger’s block ahead of the clock, the next one has the same time', async () => {
  const chain = await start()
  await chain.mine()
  await chain.rpc.request({ method: 'evm_setNextBlockTimestamp', params: [START + 10] })
  await chain.rpc.request({ method: 'evm_mine' })
  await chain.moveTime()
  expect(await pendingTime(chain)).toBe(START + 10)
  await chain.mine()
  expect(await newest(chain)).toEqual({ number: 3, timestamp: START + 10 })
})

test('started again on its folder it has its blocks, its port and its time', async () => {
  const first = await start()
  await first.mine()
  clock.moveTo(START + 100_000)
  await first.mine()
  const before = await newest(first)
  await first.stop()
  const second = await start()
  expect(second.rpcUrl).toBe(first.rpcUrl)
  expect(await newest(second)).toEqual(before)
  await second.rpc.request({ method: 'evm_mine' })
  expect(await newest(second)).toEqual({ number: before.number + 1, timestamp: START + 100_000 })
})

test('another port is taken, and kept, when the old one is in use', async () => {
  const first = await start()
  await first.mine()
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.rpcUrl).port), '127.0.0.1')
  await once(squatter, 'listening')
  const second = await start()
  squatter.close()
  expect(second.rpcUrl).not.toBe(first.rpcUrl)
  expect((await newest(second)).number).toBe(1)
  await second.stop()
  expect((await start()).rpcUrl).toBe(second.rpcUrl)
})

test.each(['{"port":', '{"port":99999999}', '{"port":4321.5}', '{"port":"4321"}', 'null'])(
  'where the record of its port is %s any free one is taken',
  async record => {
    writeFileSync(join(dir, 'anvil.json'), record)
    expect((await newest(await start())).number).toBe(0)
  },
)

test('a state that cannot be read is set aside', async () => {
  writeFileSync(join(dir, 'state.json'), '{"torn":')
  const chain = await start()
  expect((await newest(chain)).number).toBe(0)
  expect(readFileSync(join(dir, 'state.json.unreadable'), 'utf8')).toBe('{"torn":')
})

test('a state that takes too long to load is left as it is, and the start is refused', async () => {
  const state = await neverLoaded()
  await expect(start({ readyWithinMs: 100 })).rejects.toThrow(
    new OptionError(
      `The embedded chain has not started within 0.1 seconds with the state in ${state}, which is left as it is. Start again when the machine has more time and memory for it. Nothing on that chain is worth anything: you can also start with an empty folder (--data), and an empty database if you name one.`,
    ),
  )
  expect(states()).toEqual(['state.json'])
})

test('a state is waited for while it loads', async () => {
  const first = await start()
  await first.mine()
  await first.stop()
  const whole = readFileSync(join(dir, 'state.json'))
  const state = await neverLoaded()
  const second = start()
  // Opens once the chain reads.
  await writeFile(state, whole)
  expect(await newest(await second)).toEqual({ number: 1, timestamp: START })
})

test('a chain that is killed while it loads leaves its state as it is, and the start is refused', async () => {
  const state = await neverLoaded()
  const starting = expect(start()).rejects.toThrow(
    `The embedded chain was killed before it had started with the state in ${state}, which is left as it is.`,
  )
  await until(() => existsSync(join(dir, 'anvil.json')))
  process.kill(JSON.parse(readFileSync(join(dir, 'anvil.json'), 'utf8')).pid, 'SIGKILL')
  await starting
  expect(states()).toEqual(['state.json'])
})

test('a state is left as it is where no chain starts at all', async () => {
  const first = await start()
  await first.mine()
  await first.stop()
  rmSync(join(dir, 'anvil.log'))
  mkdirSync(join(dir, 'anvil.log'))
  const before = states()
  await expect(start()).rejects.toThrow(
    new OptionError(`The embedded chain does not start, with no state either: see anvil.log in ${dir}.`),
  )
  expect(states()).toEqual(before)
})

test('behaviour: a chain whose watcher was killed ends when it is stopped', async () => {
  const chain = await start()
  const supervisor = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${chain.pid}/status`, 'utf8'))?.[1]
  const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').trim().split(' ')
  const watchers = children.filter(pid => pid !== `${chain.pid}`)
  expect(watchers).toHaveLength(1)
  process.kill(Number(watchers[0]), 'SIGKILL')
  await chain.stop()
  expect(processStartTime(chain.pid)).toBeNull()
})

test('pages of any origin may read it', async () => {
  const { rpcUrl } = await start()
  const response = await fetch(rpcUrl, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('a killed backend leaves no chain, and the chain loses no saved block', async () => {
  const backend = spawn(
    process.execPath,
    [
      '--conditions=@per-second/source',
      fileURLToPath(new URL('killed-backend.fixture.ts', import.meta.url)),
      dir,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(backend.stdout, 'data')) as [Buffer]
  const { pid, started } = JSON.parse(line.toString()) as { pid: number; started: string }
  expect(processStartTime(pid)).toBe(started)
  await until(isSaved(1))
  backend.kill('SIGKILL')
  await until(() => processStartTime(pid) !== started)
  expect(await newest(await start())).toEqual({ number: 1, timestamp: START })
})

test('of a chain that is killed itself, with its backend, nothing is lost but the last moments', async () => {
  const first = await start()
  await first.mine()
  clock.moveTo(START + 500)
  await first.mine()
  const before = await newest(first)
  await until(isSaved(2))
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  expect(await newest(await start())).toEqual(before)
})
