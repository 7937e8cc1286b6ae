import { join } from 'node:path'
import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import type { Address } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { startEmbeddedChain } from './chain/embedded/embedded-chain.ts'
import { createEscrowChain } from './chain/escrow-chain.ts'
import { createLocalChain, embeddedSenderChain } from './chain/local-chain.ts'
import { loadOrCreateOperatorKey } from './chain/operator-key.ts'
import { createSender } from './chain/sender.ts'
import { takeDataFolder } from './data-folder.ts'
import type { ClockControl, Deps } from './deps.ts'
import { createIds } from './domain/id.ts'
import { createFaultRegistry } from './fault-registry.ts'
import { advanceClock } from './jobs/advance-clock.ts'
import { createChainWorker } from './jobs/chain-worker.ts'
import { createGate } from './jobs/gate.ts'
import { runDue } from './jobs/run-due.ts'
import { startTicker } from './jobs/ticker.ts'
import { createChainWatcher } from './jobs/watch-chain.ts'
import { type HttpServer, listen } from './listen.ts'
import { type LocalSetup, loadOrCreateLocalSetup } from './local-setup.ts'
import { randomAddress } from './random-address.ts'
import type { RunOptions } from './run-options.ts'
import { createServiceClock, type ServiceClockState } from './service-clock.ts'
import { openSqliteStorage } from './storage/sqlite-storage.ts'
import type { Storage } from './storage/storage.ts'

const CLOCK_SETTING = 'clock'

/** What a started backend says about itself: the JSON line of design, section 8. */
export type ServiceLine = LocalSetup & {
  url: string
  chain: { rpc_url: string; chain_id: number; token: Address; escrow: Address; live_escrow: Address }
}

export type RunningService = {
  line: ServiceLine
  /** Finishes what is in flight, saves the chain and releases the folder. */
  stop(): Promise<void>
}

/**
 * Starts the whole service on one folder: database, embedded chain, jobs, HTTP.
 *
 * @param onLost called when the service cannot go on, because its chain has ended under it
 */
export async function startService(
  options: RunOptions,
  log: Logger,
  onLost: (reason: Error) => void,
): Promise<RunningService> {
  const folder = takeDataFolder(options.data)
  const undo: (() => Promise<void> | void)[] = [() => folder.release()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { line: await start(options, log, undo, onLost), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  options: RunOptions,
  log: Logger,
  undo: (() => Promise<void> | void)[],
  onLost: (reason: Error) => void,
): Promise<ServiceLine> {
  const folder = options.data
  const storage = await openSqliteStorage(join(folder, 'billing.sqlite'))
  undo.push(() => storage.close())
  const clock = createServiceClock(Date.now, await loadClock(storage))
  const newId = createIds(Date.now)
  const operator = await loadOrCreateOperatorKey(join(folder, 'operator.json'))
  const embedded = await startEmbeddedChain({ dir: join(folder, 'chain'), clock, log })
  let stopping = false
  undo.push(() => {
    stopping = true
    return embedded.stop()
  })
  void embedded.exited.then(() => {
    if (!stopping)
      onLost(new Error('The embedded chain has ended. Start the backend again: it replays what was lost.'))
  })

  const chainId = EMBEDDED_CHAIN_ID
  const sender = createSender({
    chain: embeddedSenderChain(embedded, operator.address),
    storage,
    chainId,
    operator: operator.address,
    newId,
    clock,
    log,
  })
  const local = createLocalChain({ embedded, sender, operator, storage })
  const escrowChain = (escrow: Address) =>
    createEscrowChain({
      rpcUrls: [embedded.rpcUrl],
      publicRpcUrls: [embedded.rpcUrl],
      chainId,
      name: 'Local test chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      explorer: null,
      escrow,
      token: testAusdAddress,
      operator,
      feeRecipient: operator.address,
      feeBps: options.feeBps,
      confirmations: 1,
      embedded,
      ready: local.prepare,
    })
  const chains = { test: escrowChain(testEscrowAddress), live: escrowChain(liveEscrowAddress) }
  await local.prepare()

  const setup = await loadOrCreateLocalSetup({
    folder,
    storage,
    payoutAddress: randomAddress,
    newId,
    now: clock.now(),
  })
  const config = {
    settleEverySeconds: options.settleEverySeconds,
    feeBps: options.feeBps,
    local: true,
    adminToken: setup.admin_token,
    rateLimit: options.rateLimit,
  }
  const faults = createFaultRegistry()
  const worker = createChainWorker({
    storage,
    clock,
    newId,
    chains,
    senders: { test: sender, live: sender },
    local,
    faults,
    config,
    log,
  })
  undo.push(() => worker.stop())
  const watcher = createChainWatcher({ storage, clock, newId, chains })
  const gate = createGate()
  const due = { storage, clock, newId, config, log }
  const catchUp = async () => {
    await embedded.mine()
    await watcher.look()
    await runDue(due)
    await worker.drain()
  }
  const saveClock = () =>
    storage.unitOfWork(tx => tx.settings.set(CLOCK_SETTING, JSON.stringify(clock.state())))
  const clockControl: ClockControl = {
    advance: async seconds => {
      await advanceClock({ storage, clock, config, catchUp, saveClock }, seconds)
    },
    setFrozen: async frozen => {
      if (frozen) clock.freeze()
      else clock.release()
      await saveClock()
    },
  }

  const deps: Deps = {
    storage,
    clock,
    newId,
    chains,
    worker,
    local,
    clockControl,
    gate,
    faults,
    config,
    log,
  }
  const server: HttpServer = await listen(createApp(deps), options.port, newId)
  undo.push(() => server.close())
  undo.push(() => worker.release())
  const ticker = startTicker({
    gate,
    log,
    tick: async () => {
      await embedded.tick()
      await watcher.look()
      await runDue(due)
      worker.kick()
    },
  })
  undo.push(() => ticker.stop())

  return {
    url: server.url,
    chain: {
      rpc_url: embedded.rpcUrl,
      chain_id: chainId,
      token: testAusdAddress,
      escrow: testEscrowAddress,
      live_escrow: liveEscrowAddress,
    },
    ...setup,
  }
}

async function loadClock(storage: Storage): Promise<ServiceClockState | undefined> {
  const saved = await storage.read(tx => tx.settings.get(CLOCK_SETTING))
  return saved === null ? undefined : (JSON.parse(saved) as ServiceClockState)
}
