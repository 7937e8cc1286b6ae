import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import { ChainError } from '../chain/chain-error.ts'
import { readChainRecord } from '../chain/embedded/chain-record.ts'
import { startEmbeddedChain } from '../chain/embedded/embedded-chain.ts'
import { createEscrowChain } from '../chain/escrow-chain.ts'
import { createJsonRpc } from '../chain/json-rpc.ts'
import { createLocalChain, embeddedSenderChain } from '../chain/local-chain.ts'
import { loadOrCreateOperatorKey } from '../chain/operator-key.ts'
import { createSender } from '../chain/sender.ts'
import type { IdPrefix } from '../domain/id.ts'
import { type LocalSetup, loadOrCreateLocalSetup } from '../local-setup.ts'
import { OptionError } from '../options/option-error.ts'
import { randomAddress } from '../random-address.ts'
import type { SharedServiceClock } from '../service-clock.ts'
import type { Storage } from '../storage/storage.ts'
import type { ChainSite, JoinedSite } from './chain-site.ts'
import { readClock } from './clock-setting.ts'
import type { LeadChains } from './leading-chains.ts'

/** Where the embedded chain of a shared database lives on this machine: the folder of the process that made it. */
const HOME_SETTING = 'local.home'

const HOME_WITHIN_MS = 60_000
const POLL_MS = 50

/** What local mode says when it is ready: a part of the line that `--json` prints. */
export type LocalLine = LocalSetup & {
  chain: { rpc_url: string; chain_id: number; token: Address; escrow: Address; live_escrow: Address }
}

/**
 * Local mode: both modes settle on one embedded chain, on separate escrows.
 *
 * Several processes on one database share the first one's chain, operator, keys and admin token. The one that leads runs the
 * chain; who follows it brings the same chain up again on the same port, and what was lost is replayed from the database.
 */
export function createLocalMode(parameters: {
  folder: string
  storage: Storage
  /** Whether other processes use the same database. */
  shared: boolean
  clock: SharedServiceClock
  newId: (prefix: IdPrefix) => string
  feeBps: number
  log: Logger
  /** Called when the chain ends under the service. */
  onLost: (reason: Error) => void
}): ChainSite {
  const { storage, shared, clock, newId, log, onLost } = parameters
  const folder = resolve(parameters.folder)
  let joined: Promise<JoinedSite> | null = null

  const readHome = () => storage.read(tx => tx.settings.get(HOME_SETTING))
  const setUp = (home: string, own: Storage): Promise<LocalSetup> =>
    loadOrCreateLocalSetup({
      folder: home,
      storage: own,
      payoutAddress: randomAddress,
      newId,
      now: clock.now(),
    })

  const lead: LeadChains = async own => {
    const known = shared ? await readHome() : null
    const home = known ?? folder
    if (known !== null && !existsSync(operatorFile(known))) {
      throw new OptionError(
        `The embedded chain of this database lived in ${known}, which is gone. Use another database, or a real chain (--rpc-url).`,
      )
    }
    const state = await readClock(own)
    if (state) clock.adopt(state)
    const operator = await loadOrCreateOperatorKey(operatorFile(home))
    const embedded = await startEmbeddedChain({ dir: join(home, 'chain'), clock, log })
    let ending = false
    const stop = () => {
      ending = true
      return embedded.stop()
    }
    void embedded.exited.then(() => {
      if (ending) return
      onLost(new Error('The embedded chain has ended. Start the backend again: it replays what was lost.'))
    })
    try {
      const sender = createSender({
        chain: embeddedSenderChain(embedded, operator.address),
        storage: own,
        chainId: EMBEDDED_CHAIN_ID,
        operator: operator.address,
        newId,
        clock,
        log,
      })
      const local = createLocalChain({ embedded, sender, operator, storage: own })
      await local.prepare()
      await setUp(home, own)
      if (shared && known === null) await own.unitOfWork(tx => tx.settings.set(HOME_SETTING, home))
      if (joined !== null && (await joined).local?.chain.rpc_url !== embedded.rpcUrl)
        onLost(new Error('The embedded chain had to move to another port. Start the backend again.'))
      return {
        senders: { test: sender, live: sender },
        local,
        tick: embedded.tick,
        mine: embedded.mine,
        stop,
      }
    } catch (error) {
      await stop()
      throw error
    }
  }

  const find = async (): Promise<JoinedSite> => {
    const home = shared ? await waitFor(readHome) : folder
    const operator = await loadOrCreateOperatorKey(operatorFile(home))
    const port = await waitFor(async () => readChainRecord(join(home, 'chain', 'anvil.json'))?.port ?? null)
    const rpcUrl = `http://127.0.0.1:${port}`
    const rpc = createJsonRpc([rpcUrl])
    const chainOn = (escrow: Address) =>
      createEscrowChain({
        rpcUrls: [rpcUrl],
        publicRpcUrls: [rpcUrl],
        chainId: EMBEDDED_CHAIN_ID,
        name: 'Local test chain',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        explorer: null,
        escrow,
        token: testAusdAddress,
        operator,
        feeRecipient: operator.address,
        feeBps: parameters.feeBps,
        confirmations: 1,
        embedded: { rpc, now: () => toUnixSeconds(clock.now()), send: refuseToSend },
      })
    const setup = await setUp(home, storage)
    return {
      chains: { test: chainOn(testEscrowAddress), live: chainOn(liveEscrowAddress) },
      home,
      local: {
        chain: {
          rpc_url: rpcUrl,
          chain_id: EMBEDDED_CHAIN_ID,
          token: testAusdAddress,
          escrow: testEscrowAddress,
          live_escrow: liveEscrowAddress,
        },
        ...setup,
      },
    }
  }

  return {
    lead,
    join: () => {
      joined ??= find()
      return joined
    },
  }
}

function operatorFile(home: string): string {
  return join(home, 'operator.json')
}

/** What is written to the embedded chain goes through the leader's sender, with the recorded time of its block. */
async function refuseToSend(): Promise<never> {
  throw new ChainError('rejected', 'only the sender writes to the embedded chain')
}

async function waitFor<T>(look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + HOME_WITHIN_MS
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > deadline) {
      throw new OptionError('Another process leads this database, but it has not started an embedded chain.')
    }
    await delay(POLL_MS)
  }
}
