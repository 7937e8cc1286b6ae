import { afterEach, beforeEach, expect, test } from 'vitest'
import { runDue } from './run-due.ts'
import { SETTLE_EVERY_SECONDS, startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

let stack: WorkerStack
beforeEach(async () => {
  stack = await startWorkerStack()
})
afterEach(() => stack.remove())

/** The types of the events since the opening, and the seconds after it at which they happened, in the order of the list. */
async function told(since: number): Promise<[type: string, after: number][]> {
  const scope = { merchantId: stack.merchant.id, mode: 'test' } as const
  const page = await stack.storage.read(tx => tx.events.list(scope, { limit: 100 }))
  const events = page?.data.toReversed() ?? []
  return events.flatMap(({ type, created }) => (created > since ? [[type, (created - since) / 1_000]] : []))
}

// docs/money.md, rule 20
test('default: work that is late is booked as of now, and asks for no later seconds', async () => {
  const { subscription } = await stack.running()
  stack.forward(SETTLE_EVERY_SECONDS + 50)
  await stack.due()
  const jobs = await stack.storage.read(tx => tx.jobs.pendingOf([subscription.id]))
  const due = (subscription.startedAt as number) + SETTLE_EVERY_SECONDS * 1_000
  const created = stack.clock.now()
  expect(jobs).toMatchObject([{ kind: 'settle', toSecond: SETTLE_EVERY_SECONDS, periodEnd: due, created }])
})

test('behaviour: on an advance all of it is booked as of its own instant, in the order of time', async () => {
  const { subscription } = await stack.running()
  const { session } = await stack.prepare()
  const since = stack.clock.now()
  stack.forward(100_000)
  await runDue(stack, since)
  expect(await told(since)).toEqual([
    ['subscription.ending', 900],
    ['subscription.ended', 1_000],
    ['checkout.session.expired', 86_400],
  ])
  const { endedAt } = (await stack.stored({ session, subscription })).subscription
  expect(endedAt).toBe(since + 1_000_000)
})
