import { pino } from 'pino'
import { changeMeter, closingOf } from '../actions/meter/change-meter.ts'
import type { Chain } from '../chain/chain.ts'
import { embeddedSenderChain } from '../chain/embedded/local-chain.ts'
import { startLocalStack } from '../chain/local-stack.fixture.ts'
import { createSender, type SenderChain } from '../chain/sender/sender.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import type { Subscription } from '../domain/entities.ts'
import { createIds } from '../domain/id.ts'
import { createFaultRegistry } from '../local/fault-registry.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import type { Transaction } from '../storage/storage.ts'
import { createChainWorker } from './chain-worker.ts'
import { type Accepted, type Checkout, createCheckouts } from './checkouts.fixture.ts'
import { runDue } from './run-due.ts'

export type WorkerStack = Awaited<ReturnType<typeof startWorkerStack>>

export const SETTLE_EVERY_SECONDS = 100

/** Real chain, real database, real rules: only the parts that a test removes are missing. */
export async function startWorkerStack() {
  const stack = await startLocalStack()
  await stack.local.prepare()
  const { storage, clock } = stack
  const newId = createIds(Date.now)
  const policy = { ...localPolicy, settleEverySeconds: SETTLE_EVERY_SECONDS }
  const log = pino({ level: 'silent' })
  const access = embeddedSenderChain(stack.embedded, stack.operator.address)
  const checkouts = await createCheckouts({
    storage,
    clock,
    newId,
    chains: { test: stack.test, live: stack.live },
    mint: stack.local.mint,
  })

  /** Does the work due by now, without the chain's part. */
  const due = (own = policy) => runDue({ storage, clock, newId, policy: own })
  /** The merchant ends a meter. @returns the closing job */
  const cancel = (checkout: Checkout) =>
    checkouts.inUnit(async operation => {
      const subscription = (await operation.tx.subscriptions.get(checkout.subscription.id)) as Subscription
      const input = { type: 'canceled', by: 'merchant' } as const
      return closingOf(await changeMeter(operation, subscription, input)) as string
    })

  /** @param changes the differences of test mode's chain, and of the way there, from a healthy one */
  const worker = (
    changes: { chain?: Partial<Chain>; sending?: Partial<SenderChain>; metrics?: Metrics } = {},
  ) => {
    const sender = createSender({
      chain: { ...access, ...changes.sending },
      storage,
      chainId: stack.test.facts.chain_id,
      operator: stack.operator.address,
      newId,
      clock,
      log,
    })
    return createChainWorker({
      storage,
      clock,
      newId,
      operators: {
        test: [{ chain: { ...stack.test, ...changes.chain }, sender }],
        live: [{ chain: stack.live, sender: stack.sender }],
      },
      faults: createFaultRegistry(),
      metrics: changes.metrics ?? createMetrics(),
      waits: { resend: 1_000 },
      policy,
      log,
    })
  }

  return {
    ...stack,
    newId,
    policy,
    ...checkouts,
    due,
    cancel,
    forward: (seconds: number) => clock.moveTo(Math.floor(clock.now() / 1000) + seconds),
    /** The usual way to the chain. It returns when the transaction is in a block. */
    send: access.send,
    job: (id: string) => storage.read((tx: Transaction) => tx.jobs.get(id)),
    journal: () =>
      storage.read(tx => tx.transactions.bySender(stack.test.facts.chain_id, stack.operator.address, 0)),
    worker,
    /** A meter that runs. */
    running: async (): Promise<Accepted> => {
      const checkout = await checkouts.prepare()
      await checkouts.accept(checkout)
      await worker().drain()
      return { ...checkout, ...(await checkouts.stored(checkout)) }
    },
  }
}
