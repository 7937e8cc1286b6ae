import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import type { Address, Hex } from '@per-second/protocol/types'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { changeMeter, closingOf } from '../../src/actions/meter/change-meter.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { createEscrowChain, type EscrowChainParameters } from '../../src/chain/escrow-chain.ts'
import { createSender } from '../../src/chain/sender/sender.ts'
import { localPolicy } from '../../src/domain/billing-policy.fixture.ts'
import type { Invoice, Subscription } from '../../src/domain/entities.ts'
import { createIds } from '../../src/domain/id.ts'
import { createFaultRegistry } from '../../src/local/fault-registry.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import { openSqliteStorage } from '../../src/storage/sqlite/sqlite-storage.ts'
import { createChainWorker } from '../../src/worker/chain-worker.ts'
import { type Accepted, createCheckouts } from '../../src/worker/checkouts.fixture.ts'
import type { Indexer } from '../../src/worker/indexer/indexer.ts'
import { runDue } from '../../src/worker/run-due.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { GWEI, startStrangeChain } from './strange-chain.ts'

/** 2027-01-15T08:00:00Z, where the clocks of these tests start. */
const START = 1_800_000_000
const policy = { ...localPolicy, settleEverySeconds: 100 }
export const CONFIRMATIONS = 2
export const DEPTH = 12
const BLOCKS_BEFORE = 6

export type RealStack = Awaited<ReturnType<typeof startRealStack>>

/** How patient a backend of these tests is, in milliseconds of real time. */
export type Patience = { replaceAfter?: number; resend?: number; lateBlock?: number }

/**
 * A backend's chain work on a chain of others: real database, real rules, real endpoints that misbehave on demand. Its
 * clock only moves when a test moves it, and so does the chain.
 */
export async function startRealStack(changes: Partial<EscrowChainParameters> = {}, endpoints = 1) {
  let seconds = START
  const clock = { now: () => seconds * 1_000 }
  const strange = await startStrangeChain(() => seconds)
  const proxies: FaultyProxy[] = []
  for (let count = 0; count < endpoints; count += 1) proxies.push(await startFaultyProxy(strange.url))
  const dir = mkdtempSync(join(tmpdir(), 'per-second-real-'))
  const storage = await openSqliteStorage(join(dir, 'database.sqlite'))
  const privateKey = generatePrivateKey()
  const operator = { privateKey, address: privateKeyToAddress(privateKey) }
  await strange.giveGasMoney(operator.address)
  const feeRecipient: Address = '0x0000000000000000000000000000000000000fee'
  const newId = createIds(Date.now)
  const log = pino({ level: 'silent' })

  const connect = (): Chain =>
    createEscrowChain({
      rpcUrls: proxies.map(({ url }) => url),
      publicRpcUrls: [],
      chainId: EMBEDDED_CHAIN_ID,
      name: 'A chain of others',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      explorer: null,
      escrow: testEscrowAddress,
      escrowSalt: null,
      token: testAusdAddress,
      operator,
      feeRecipient,
      feeBps: 100,
      confirmations: CONFIRMATIONS,
      reorgDepth: DEPTH,
      embedded: null,
      ...changes,
    })

  /** A process of the service: its memory is gone with the next one. */
  const startProcess = ({ replaceAfter = 60_000, resend = 0, lateBlock = 15_000 }: Patience = {}) => {
    const chain = connect()
    const sender = createSender({
      ...{ chain, storage, chainId: EMBEDDED_CHAIN_ID, operator: operator.address, newId, clock, log },
      replaceAfterMillis: replaceAfter,
    })
    const common = {
      storage,
      clock,
      newId,
      log,
      policy,
    }
    const worker = createChainWorker({
      ...common,
      operators: { test: [{ chain, sender }], live: [] },
      faults: createFaultRegistry(),
      metrics: createMetrics(),
      waits: { backoff: 0, resend, lateBlock },
    })
    const indexer = worker.indexers[0] as Indexer
    return { chain, sender, worker, indexer }
  }
  let running = startProcess()
  const checkouts = await createCheckouts({
    ...{ storage, clock, newId, mint: strange.mint },
    chains: { test: running.chain, live: null },
  })

  /** The service's whole own work at this instant, once. Failures are put off, as its ticker does. */
  const work = async () => {
    const failures: unknown[] = []
    await running.indexer.poll().catch(error => failures.push(error))
    await runDue({ storage, clock, newId, policy })
    await running.worker.drain()
    return failures
  }
  const stored = async ({ subscription }: { subscription: { id: string } }) =>
    storage.read(async tx => {
      const found = (await tx.subscriptions.get(subscription.id)) as Subscription
      const invoices = (await tx.invoices.list(found, { limit: 100 }, { subscription: found.id }))?.data ?? []
      const events = (await tx.events.list(found, { limit: 100 }))?.data ?? []
      return {
        subscription: found,
        invoices: invoices.toReversed(),
        events: events.toReversed().map(event => event.type),
      }
    })

  return {
    ...checkouts,
    strange,
    proxies,
    proxy: proxies[0] as FaultyProxy,
    storage,
    clock,
    operator,
    feeRecipient,
    policy,
    scope: { merchantId: checkouts.merchant.id, mode: 'test' } as const,
    connect,
    work,
    stored,
    checkoutOf: checkouts.stored,
    /** The process of this moment. */
    running: () => running,
    forward: (by: number) => {
      seconds += by
    },
    now: () => seconds,
    /** The process dies where it stands and another takes over. */
    restart: async (patience?: Patience) => {
      const died = running
      running = startProcess(patience)
      await died.worker.stop()
    },
    /** Works and makes blocks until all that is in flight has its confirmations. */
    settle: async (blocks = CONFIRMATIONS + 1) => {
      for (let block = 0; block < blocks; block += 1) {
        await work()
        await running.indexer.caughtUp()
        await strange.mine()
      }
      await work()
      await running.indexer.caughtUp()
    },
    /** A foreign holder of the operator's key uses its next nonce. */
    takeNonce: async () => {
      const nonce = await strange.rpc.request<Hex>({
        method: 'eth_getTransactionCount',
        params: [operator.address, 'latest'],
      })
      const raw = await privateKeyToAccount(privateKey).signTransaction({
        ...{ type: 'eip1559', chainId: EMBEDDED_CHAIN_ID, to: operator.address, gas: 21_000n },
        ...{ nonce: Number(nonce), maxFeePerGas: 200n * GWEI, maxPriorityFeePerGas: GWEI },
      })
      await strange.rpc.request({ method: 'eth_sendRawTransaction', params: [raw] })
      await strange.mine()
    },
    journal: () => storage.read(tx => tx.transactions.bySender(EMBEDDED_CHAIN_ID, operator.address, 0)),
    job: (id: string) => storage.read(tx => tx.jobs.get(id)),
    receiptOf: (hash: Hex) =>
      strange.rpc.request<{ status: Hex } | null>({ method: 'eth_getTransactionReceipt', params: [hash] }),
    cancel: ({ subscription }: { subscription: { id: string } }) =>
      checkouts.inUnit(async operation => {
        const found = (await operation.tx.subscriptions.get(subscription.id)) as Subscription
        const input = { type: 'canceled', by: 'merchant' } as const
        return closingOf(await changeMeter(operation, found, input)) as string
      }),
    remove: async () => {
      await running.worker.stop()
      await Promise.all(proxies.map(proxy => proxy.stop()))
      await strange.stop()
      await storage.close()
      rmSync(dir, { recursive: true })
    },
  }
}

/** A meter that runs, from the block its opening is in. */
export async function openMeter(stack: RealStack): Promise<Accepted> {
  const checkout = await stack.prepare()
  // A reorganisation is to orphan the service's transactions, not the payer's money.
  await stack.strange.mine(BLOCKS_BEFORE)
  await stack.accept(checkout)
  await stack.settle()
  const { subscription } = await stack.stored(checkout)
  if (subscription.status !== 'running') throw new Error(`the meter is ${subscription.status}`)
  return { ...checkout, subscription }
}

/** The paid amounts of an invoice, and their transaction. */
export function paidBy({ status, gross, seconds, txHash }: Invoice) {
  return { status, gross, seconds, txHash }
}
