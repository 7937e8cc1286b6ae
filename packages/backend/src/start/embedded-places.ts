import { join, resolve } from 'node:path'
import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import type { Address } from '@per-second/protocol/types'
import { startEmbeddedChain } from '../chain/embedded/embedded-chain.ts'
import { createLocalChain, embeddedSenderChain } from '../chain/embedded/local-chain.ts'
import { createEscrowChain } from '../chain/escrow-chain.ts'
import { loadOrCreateOperatorKey } from '../chain/operator-key.ts'
import { createSender } from '../chain/sender/sender.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import { loadOrCreateLocalSetup } from '../local/local-setup.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
import { readClock } from '../worker/clock.ts'
import { keepLease, takeLeaseAtStart } from '../worker/leader/lease.ts'
import { describeHolder } from '../worker/leader/lease-holder.ts'
import type { Places, PlacesParameters } from './places.ts'

type Embedding = PlacesParameters & {
  undo: AsyncDisposableStack
  /** Told when the service cannot go on: its chain has ended under it, or another process has the database. */
  onLost: (reason: Error) => void
}

/**
 * Local mode: both modes settle on one embedded chain, on separate escrows. The chain belongs to this process
 * (docs/decisions/0010-one-process-per-embedded-chain.md): on a database that others could use, it holds the lease or ends.
 */
export async function openEmbeddedPlaces(parameters: Embedding): Promise<Places> {
  const { newId, log, undo, onLost } = parameters
  const { data, policy } = parameters.options
  const folder = resolve(data)
  const storage = await takeDatabase(parameters)
  // From here on no other process moves it.
  const clock = createServiceClock(parameters.opened.realTime, await readClock(storage))
  const operator = await loadOrCreateOperatorKey(join(folder, 'operator.json'))
  await refuseOther(storage, operator.address, folder)

  const embedded = await startEmbeddedChain({ dir: join(folder, 'chain'), clock, log })
  let ending = false
  undo.defer(() => {
    ending = true
    return embedded.stop()
  })
  void embedded.exited.then(() => {
    if (ending) return
    onLost(new Error('The embedded chain has ended. Start the backend again: it replays what was lost.'))
  })
  const sender = createSender({
    chain: embeddedSenderChain(embedded, operator.address),
    storage,
    chainId: EMBEDDED_CHAIN_ID,
    operator: operator.address,
    newId,
    clock,
    log,
  })
  const local = createLocalChain({ embedded, sender, operator })
  await local.prepare()
  const setup = await loadOrCreateLocalSetup({ folder, storage, newId, now: clock.now() })

  const { rpcUrl } = embedded
  const chainOn = (escrow: Address) =>
    createEscrowChain({
      rpcUrls: [rpcUrl],
      publicRpcUrls: [rpcUrl],
      chainId: EMBEDDED_CHAIN_ID,
      name: 'Local test chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      explorer: null,
      escrow,
      escrowSalt: null,
      token: testAusdAddress,
      operator,
      feeRecipient: operator.address,
      feeBps: policy.feeBps,
      confirmations: 1,
      embedded,
    })
  const [test, live] = [chainOn(testEscrowAddress), chainOn(liveEscrowAddress)]
  return {
    storage,
    clock,
    embedded,
    local,
    operators: { test: { current: test, retiring: [] }, live: { current: live, retiring: [] } },
    operatorsOn: () => ({ test: [{ chain: test, sender }], live: [{ chain: live, sender }] }),
    line: {
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

/** The storage of a process that has the database to itself: where others could use it, every unit is fenced. */
async function takeDatabase({ opened: { storage, shared }, log, undo, onLost }: Embedding): Promise<Storage> {
  if (shared === null) return storage
  const lease = await takeLeaseAtStart(shared.leases, describeHolder({ embedded: true }), log)
  if (lease === null) throw new Error('an embedded chain follows no other process')
  const held = keepLease(shared.leases, lease, log)
  undo.defer(held.release)
  void held.lost.then(lost => {
    if (lost) onLost(new Error('Another process has this database now, so this one ends, and its chain.'))
  })
  // Its requests are the holder's too, and have everybody's connections.
  return { ...shared.fenced(lease), read: shared.read }
}

/**
 * The journal of a database's operator rebuilds its embedded chain: another operator's would come up empty, and its books
 * full. The meters of another escrow have other digests, and no page would sign for the new one beside them.
 *
 * @throws {OptionError}
 */
async function refuseOther(storage: Storage, operator: Address, folder: string): Promise<void> {
  const isKnown = (setting: string, value: string) =>
    storage.unitOfWork(async tx => {
      const stored = await tx.settings.get(setting)
      if (stored === null) await tx.settings.set(setting, value)
      return stored === null || stored === value
    })
  if (!(await isKnown('embedded.operator', operator)))
    throw new OptionError(
      `The embedded chain of this database is not in ${folder}. Start with the folder it was made with (--data), or use another database.`,
    )
  if (!(await isKnown('embedded.escrow', testEscrowAddress)))
    throw new OptionError(
      `The meters in ${folder} are at another version of the escrow, which this program does not serve. Nothing on the embedded chain is worth anything: start with an empty folder (--data), and an empty database if you name one.`,
    )
}
