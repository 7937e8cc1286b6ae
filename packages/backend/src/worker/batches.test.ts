import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chain, EscrowCall } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { ChainJob } from '../domain/entities.ts'
import type { Accepted, Checkout } from './checkouts.fixture.ts'
import { SETTLE_EVERY_SECONDS, startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

let stack: WorkerStack
beforeEach(async () => {
  stack = await startWorkerStack()
})
afterEach(() => stack.remove())

test('behaviour: closings go first, together, and before settlements', async () => {
  const meters = [await stack.running(), await stack.running(), await stack.running()] as [
    Accepted,
    Accepted,
    Accepted,
  ]
  const ended = [meters[1], meters[2]] as const
  stack.forward(SETTLE_EVERY_SECONDS)
  await stack.due()
  const jobs = [await stack.cancel(ended[0]), await stack.cancel(ended[1])]
  const before = (await stack.journal()).length
  await stack.worker().drain()
  expect((await stack.journal()).slice(before).map(row => row.purpose)).toEqual(['closeBatch', 'settle'])
  for (const job of jobs) expect(await stack.job(job)).toMatchObject({ status: 'done' })
  for (const meter of ended)
    expect((await stack.stored(meter)).subscription).toMatchObject({
      closed: true,
      billedSeconds: 100,
      settledGross: 100_000_000n,
      refunded: 900_000_000n,
    })
})

describe('openings', () => {
  const accepted = async () => {
    const checkout = await stack.prepare()
    return { ...checkout, jobId: await stack.accept(checkout) }
  }
  const statuses = (checkouts: readonly Checkout[]) =>
    Promise.all(checkouts.map(async each => (await stack.stored(each)).subscription.status))
  const sentBy = async (work: () => Promise<unknown>) => {
    const before = (await stack.journal()).length
    await work()
    return (await stack.journal()).slice(before).map(({ purpose }) => purpose)
  }

  test('default: ready openings open together, and a single one as ever', async () => {
    const checkouts = [await accepted(), await accepted(), await accepted()]
    expect(await sentBy(() => stack.worker().drain())).toEqual(['openBatch'])
    expect(await statuses(checkouts)).toEqual(['running', 'running', 'running'])
    const alone = await accepted()
    expect(await sentBy(() => stack.worker().drain())).toEqual(['open'])
    expect(await statuses([alone])).toEqual(['running'])
  })

  test('behaviour: contracts’ signatures go alone (docs/money.md, rule 71)', async () => {
    const checkouts = [await accepted(), await accepted(), await accepted()]
    const isSignedByKey: Chain['isSignedByKey'] = async ({ terms }) =>
      terms.payer !== checkouts[1]?.payer.address
    const sent = await sentBy(() => stack.worker({ chain: { isSignedByKey } }).drain())
    expect(sent).toEqual(['open', 'openBatch'])
    expect(await statuses(checkouts)).toEqual(['running', 'running', 'running'])
  })

  test('error: a refused opening gets the reason, and is in no batch', async () => {
    const checkouts = [await accepted(), await accepted(), await accepted()]
    const bad = checkouts[1]?.subscription.terms.salt
    const simulate: Chain['simulate'] = async call =>
      call.kind === 'open' && call.terms.salt === bad ? 'insufficient_funds' : stack.test.simulate(call)
    expect(await sentBy(() => stack.worker({ chain: { simulate } }).drain())).toEqual(['openBatch'])
    expect(await statuses(checkouts)).toEqual(['running', 'incomplete_expired', 'running'])
    expect(await stack.job(checkouts[1]?.jobId ?? '')).toMatchObject({
      ...{ status: 'failed', failure: 'insufficient_funds', transactionId: null },
    })
  })

  test('behaviour: refused openings of one pass are booked in one unit of work', async () => {
    const checkouts = [await accepted(), await accepted(), await accepted()]
    const simulate: Chain['simulate'] = async () => 'insufficient_funds'
    const worker = stack.worker({ chain: { simulate } })
    // The log is read up to here, which is a unit of its own.
    await Promise.all(worker.indexers.map(indexer => indexer.poll()))
    const units = vi.spyOn(stack.storage, 'unitOfWork')
    await worker.drain()
    expect(await statuses(checkouts)).toEqual(Array(3).fill('incomplete_expired'))
    expect(units).toHaveBeenCalledTimes(1)
  })

  test('error: an opening that its batch has skipped is simulated again, and spoils no other', async () => {
    const [first, bad, last] = [await accepted(), await accepted(), await accepted()]
    const checkouts = [first, bad, last]
    // Its signature is another's by the time of the block: the first look believes it.
    const wrong = first.signature
    await stack.inUnit(async ({ tx }) => {
      const subscription = (await stack.stored(bad)).subscription
      await tx.subscriptions.update({ ...subscription, signature: wrong })
    })
    let looks = 0
    const simulate: Chain['simulate'] = async call => {
      const isBad = call.kind === 'open' && call.terms.salt === bad.subscription.terms.salt
      looks += isBad ? 1 : 0
      return isBad && looks === 1 ? null : stack.test.simulate(call)
    }
    const isSignedByKey = async () => true
    const sent = await sentBy(() => stack.worker({ chain: { simulate, isSignedByKey } }).drain())
    expect(sent).toEqual(['openBatch'])
    expect(looks).toBe(2)
    expect(await statuses(checkouts)).toEqual(['running', 'incomplete_expired', 'running'])
  })
})

test('behaviour: of a batch that the chain refuses, only the opening that spoils it is refused', async () => {
  const meters = [await stack.running(), await stack.running(), await stack.running(), await stack.running()]
  const [, bad] = meters as [Accepted, Accepted]
  stack.forward(SETTLE_EVERY_SECONDS)
  await stack.due()
  const simulate = vi.fn(async (call: EscrowCall) => {
    const items = 'items' in call ? call.items : [call]
    const isBad = items.some(({ terms }) => terms.salt === bad.subscription.terms.salt)
    return isBad ? ('reverted' as const) : stack.test.simulate(call)
  })
  await stack.worker({ chain: { simulate } }).drain()
  const after = await Promise.all(meters.map(meter => stack.stored(meter)))
  expect(after.map(({ subscription }) => [subscription.status, subscription.billedSeconds])).toEqual([
    ['running', 100],
    ['past_due', 0],
    ['running', 100],
    ['running', 100],
  ])
  // All, and each of four quarters.
  expect(simulate).toHaveBeenCalledTimes(5)
})

describe('refusals of one pass', () => {
  const refusing = async () => {
    const meters = [await stack.running(), await stack.running(), await stack.running()] as [
      Accepted,
      Accepted,
      Accepted,
    ]
    stack.forward(SETTLE_EVERY_SECONDS)
    await stack.due()
    return meters
  }
  const simulate = async () => 'reverted' as const
  const statuses = async (meters: readonly Accepted[]) => {
    const after = await Promise.all(meters.map(meter => stack.stored(meter)))
    return after.map(({ subscription }) => subscription.status)
  }

  test('behaviour: those that are known at once are booked in one unit of work, so that other work waits for one only', async () => {
    const meters = await refusing()
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const meterState: Chain['meterState'] = async meterId => {
      const state = await stack.test.meterState(meterId)
      asked += 1
      if (asked === meters.length) resolve()
      await allAsked
      return state
    }
    const units = vi.spyOn(stack.storage, 'unitOfWork')
    await stack.worker({ chain: { simulate, meterState } }).drain()
    expect(await statuses(meters)).toEqual(['past_due', 'past_due', 'past_due'])
    expect(units).toHaveBeenCalledTimes(1)
  })

  test('error: one whose log cannot be read is tried again, and the others are booked', async () => {
    const meters = await refusing()
    const { meterId } = meters[0].subscription
    await stack.inUnit(async ({ tx }) => {
      const log = await tx.escrowEvents.ofMeter(meterId)
      await tx.escrowEvents.remove(log.map(({ id }) => id))
    })
    const meterLog: Chain['meterLog'] = async () => {
      throw new ChainError('unreachable', 'connection refused')
    }
    const broken = stack.worker({ chain: { simulate, meterLog } })
    await broken.drain()
    expect(await statuses(meters)).toEqual(['running', 'past_due', 'past_due'])
    await broken.stop()
    // Its log is read now, and shows the opening.
    await stack.worker({ chain: { simulate } }).drain()
    expect(await statuses(meters)).toEqual(['past_due', 'past_due', 'past_due'])
  })
})

test('behaviour: of a paused token, incomplete logs are read one after the other, and a silent endpoint is called once', async () => {
  const meters = [await stack.running(), await stack.running(), await stack.running(), await stack.running()]
  stack.forward(SETTLE_EVERY_SECONDS)
  await stack.due()
  await stack.inUnit(async ({ tx }) => {
    for (const { subscription } of meters.slice(1)) {
      const log = await tx.escrowEvents.ofMeter(subscription.meterId)
      await tx.escrowEvents.remove(log.map(({ id }) => id))
    }
  })
  const statuses = async () => {
    const after = await Promise.all(meters.map(meter => stack.stored(meter)))
    return after.map(({ subscription }) => subscription.status).toSorted()
  }
  const simulate = async () => 'token_paused' as const
  const silent = vi.fn(() => Promise.reject(new ChainError('timeout', 'no answer')))
  const broken = stack.worker({ chain: { simulate, meterLog: silent } })
  await broken.drain()
  await broken.stop()
  expect(silent).toHaveBeenCalledTimes(1)
  expect(await statuses()).toEqual(['past_due', 'running', 'running', 'running'])

  let [reading, most] = [0, 0]
  const meterLog: Chain['meterLog'] = async (...asked) => {
    reading += 1
    most = Math.max(most, reading)
    const events = await stack.test.meterLog(...asked)
    reading -= 1
    return events
  }
  await stack.worker({ chain: { simulate, meterLog } }).drain()
  expect([most, await statuses()]).toEqual([1, ['past_due', 'past_due', 'past_due', 'past_due']])
})

test('behaviour: a batch that reverts on chain refuses no opening: it is sent again in quarters', async () => {
  const meters = [await stack.running(), await stack.running(), await stack.running()]
  stack.forward(SETTLE_EVERY_SECONDS)
  await stack.due()
  const before = (await stack.journal()).length
  // The token is paused between the simulation of the whole batch and its block.
  const simulate = async (call: EscrowCall) => {
    const isWhole = call.kind === 'settleBatch' && call.items.length === meters.length
    if (!isWhole) await stack.setTokenPaused(false)
    const failure = await stack.test.simulate(call)
    if (isWhole) await stack.setTokenPaused(true)
    return failure
  }
  await stack.worker({ chain: { simulate } }).drain()
  const sent = (await stack.journal()).slice(before).filter(({ purpose }) => purpose !== 'pause')
  expect(sent.map(({ purpose, status }) => [purpose, status])).toEqual([
    ['settleBatch', 'reverted'],
    ['settle', 'included'],
    ['settle', 'included'],
    ['settle', 'included'],
  ])
  for (const meter of meters)
    expect((await stack.stored(meter)).subscription).toMatchObject({ status: 'running', billedSeconds: 100 })
})

test('behaviour: a settlement that was taken back during its simulation does not leave', async () => {
  const checkout = await stack.running()
  stack.forward(SETTLE_EVERY_SECONDS)
  await stack.due()
  const [asked] = await stack.storage.read(tx => tx.jobs.pendingOf([checkout.subscription.id]))
  let closing = ''
  const worker = stack.worker({
    chain: {
      simulate: async call => {
        if (closing === '') closing = await stack.cancel(checkout)
        return stack.test.simulate(call)
      },
    },
  })
  await worker.drain()
  expect(await stack.job(closing)).toMatchObject({ status: 'done' })
  expect(await stack.job(asked?.id as string)).toMatchObject({ status: 'done', transactionId: null })
  expect((await stack.stored(checkout)).subscription.settledGross).toBe(100_000_000n)
})

// docs/money.md, rule 21
test('behaviour: a closing whose seconds were taken back during its simulation leaves with those that remain', async () => {
  const checkout = await stack.running()
  stack.forward(SETTLE_EVERY_SECONDS)
  const id = await stack.cancel(checkout)
  let isTakenBack = false
  const simulate: Chain['simulate'] = async call => {
    if (!isTakenBack)
      await stack.inUnit(async ({ tx }) => {
        const closing = (await tx.jobs.get(id)) as ChainJob
        await tx.jobs.update({ ...closing, toSecond: 50 })
      })
    isTakenBack = true
    return stack.test.simulate(call)
  }
  await stack.worker({ chain: { simulate } }).drain()
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    ...{ closed: true, settledGross: 50_000_000n, refunded: 950_000_000n },
  })
})
