import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from '@per-second/protocol/types'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import { eventually } from '../eventually.ts'
import { createRandom } from '../fuzz/random.ts'
import { processStartTime } from '../process-start-time.ts'
import { createStubbornSubscriber } from '../stubborn-subscriber.ts'
import { createCaller } from '../subscriber.ts'
import { checkBooks, escrowHoldsWhatIsOpen, pendingChainWork } from './check-books.ts'

/** Meters settle every second, so that a kill finds money on its way. */
const ARGS = ['--settle-every', '1', '--log', 'error']
const NEWCOMERS = 2
/** Of a person: the first, and those that carry it on. */
const MOST_CHECKOUTS = 3

export type KillsReport = {
  rounds: number
  /** How often the chain's process was killed too, with all that it had not saved. */
  chainKills: number
  subscriptions: number
  /** Of them, those that another one carried on. */
  replaced: number
  invoices: number
  seconds: number
}

/**
 * Kills a backend again and again while merchants and subscribers are at work. After each kill they repeat their last
 * requests with the same keys. At the end nothing may be lost, nothing may have happened twice, and every cent must be
 * where the books say, on the chain itself.
 *
 * @param options.seed decides the time and the target of each kill, though not the machine's own timing
 * @throws {assert.AssertionError} naming the fault
 */
export async function runKills(options: {
  rounds: number
  seed: number
  progress?: (done: number) => void
}): Promise<KillsReport> {
  // Two streams: the load's random draws must not change the kills.
  const random = createRandom(options.seed)
  const wishes = createRandom(options.seed + 1)
  const started = performance.now()
  let backend = await startBackend({ args: ARGS })
  try {
    const { merchant, admin_token } = backend
    const product = await makeProduct(backend)
    const people: ReturnType<typeof createStubbornSubscriber>[] = []
    let chainKills = 0

    for (let round = 0; round < options.rounds; round += 1) {
      options.progress?.(round)
      for (let index = 0; index < NEWCOMERS; index += 1)
        people.push(createStubbornSubscriber(`${round}.${index}`, backend, product.id))
      const load = Promise.allSettled(
        people.map(async person => {
          if (!person.isSubscribed()) return person.subscribe(backend)
          if (person.memory.canceled) return
          const { length } = person.memory.checkouts
          if (length < MOST_CHECKOUTS && wishes.chance(0.4)) await person.carryOn(backend)
          else if (wishes.chance(0.3)) await person.cancel(backend)
        }),
      )
      // Most kills come early, into openings. The late ones find meters that run, are replaced and are canceled.
      await delay(20 + random.next() ** 2 * 1_980)
      const chain = chainPid(backend)
      const ended = backend.end('SIGKILL')
      if (random.chance(0.5) && processStartTime(chain) !== null) {
        process.kill(chain, 'SIGKILL')
        chainKills += 1
      }
      await ended
      await load
      backend = await startBackend({ folder: backend.folder, args: ARGS })
      assert.deepEqual(
        { merchant: backend.merchant, admin_token: backend.admin_token },
        { merchant, admin_token },
        'the same keys after every kill',
      )
    }

    for (const person of people) await person.subscribe(backend)
    for (const person of people) {
      const again = await person.createSession(backend)
      assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
      assert.deepEqual(again.body, person.memory.checkouts[0].session, 'the same answer after every kill')
    }
    await createCaller(backend.url, merchant.test_key)('POST', '/v1/test_helpers/clock', { frozen: true })
    await eventually(
      () => escrowHoldsWhatIsOpen(backend),
      holds => holds,
      'the escrow holds what the books say is open',
    )
    for (const person of people) await person.cancel(backend)
    const books = await checkBooks(backend, people)
    await eventually(
      () => pendingChainWork(backend),
      left => left === 0,
      'no chain work is left over',
    )

    const lastChain = chainPid(backend)
    assert.equal(await backend.end('SIGTERM'), 0, 'it stops in order')
    assert.equal(processStartTime(lastChain), null, 'and its chain with it')
    const seconds = (performance.now() - started) / 1000
    return { rounds: options.rounds, chainKills, ...books, seconds }
  } finally {
    await backend.remove()
  }
}

async function makeProduct(backend: BackendProcess): Promise<Product> {
  const call = createCaller(backend.url, backend.merchant.test_key)
  const fields = { name: 'GPU', rate_usd_per_second: '0.0001373' }
  return (await call<Product>('POST', '/v1/products', fields)).body
}

function chainPid({ folder }: BackendProcess): number {
  return (JSON.parse(readFileSync(join(folder, 'chain', 'anvil.json'), 'utf8')) as { pid: number }).pid
}
