import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { allOf, type Chain, type OperatedChains } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { rationReads } from '../chain/ration-reads.ts'
import { createRealChains } from '../chain/real-chains.ts'
import type { Mode } from '../domain/entities.ts'
import { ALONE } from '../domain/leadership.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import type { PostgresStorage } from '../storage/postgres/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { openSecretBox } from '../webhooks/open-secret-box.ts'
import type { Operator } from '../worker/chain-worker.ts'
import { holdWork } from '../worker/leader/leader.ts'
import { leaseAge } from '../worker/leader/lease.ts'
import { startWorker, type Worker } from '../worker/start-worker.ts'
import { chainRemedy } from './chain-remedy.ts'
import { operatorOn } from './operator-on.ts'
import { refuseStranded } from './refuse-stranded.ts'
import type { CoreParts, ServiceCore } from './service-core.ts'

/** A service on real chains: its process works for good on SQLite, and by lease on a database that others share. */
export async function startWithRealChains(
  parts: CoreParts,
  options: Record<Mode, ChainOptions | null>,
): Promise<ServiceCore> {
  const { newId, gate, faults, metrics, log } = parts
  const { data, feeBps, policy, secretsKeys, webhookPorts, keepEvents } = parts.options
  const { storage, shared } = parts.opened
  const clock = createServiceClock(parts.opened.realTime)
  const operators = createRealChains({ options, feeBps, log, rpcRequests: metrics.rpcRequests })
  await refuseStranded(storage, operators, log)
  const balances = await checkChains(storage, operators, log)
  const secrets = await openSecretBox(resolve(data), storage, secretsKeys, log)

  const reached = { test: allOf(operators.test), live: allOf(operators.live) }

  /** The work on a storage of its own. */
  const begin = (own: Storage) => {
    const begun = (mode: Mode): Operator[] =>
      reached[mode].map(chain => operatorOn(chain, options[mode], { storage: own, newId, clock, log }))
    const sending = { test: begun('test'), live: begun('live') }
    return startWorker({
      ...{ storage: own, operators: sending, embedded: null, clock, newId, gate, faults, secrets },
      ...{ policy, metrics, log, webhookPorts, keepEvents },
    })
  }
  const work =
    shared === null ? workForGood(await begin(storage)) : await workUnderLease({ shared, begin, log })
  const rationed = ({ current, retiring }: OperatedChains): OperatedChains => ({
    current: current && rationReads(current),
    retiring: retiring.map(chain => rationReads(chain)),
  })
  const factsOf = (mode: Mode) => operators[mode].current?.facts ?? null
  return {
    ...{ storage, clock, local: null, clockControl: null, secrets },
    operators: { test: rationed(operators.test), live: rationed(operators.live) },
    line: { chains: { test: factsOf('test'), live: factsOf('live') }, operator_balances: balances },
    ...work,
  }
}

function workForGood({ chainWork, stop }: Worker) {
  return { kick: chainWork.kick, leadership: ALONE, finish: stop, stop }
}

/**
 * Reads the gas of each mode's operator from its chain before the service starts. A wrong setting stops the start:
 * another chain, no escrow, no AUSD. So does a chain that cannot be reached, unless meters are open: a service that
 * waits serves those better.
 *
 * @returns by mode, the balance of the operator of new meters, in wei, or null where the chain does not respond
 * @throws {OptionError}
 */
export async function checkChains(
  storage: Storage,
  chains: Record<Mode, OperatedChains>,
  log: Logger,
): Promise<Record<Mode, string | null>> {
  const check = async (mode: Mode, chain: Chain): Promise<string | null> => {
    try {
      const { balance, needed } = await chain.operatorGas()
      const { operator } = chain.facts
      if (balance < needed)
        log.warn(
          { mode, operator, balance: `${balance}` },
          'the operator cannot pay for an opening: send it gas',
        )
      return `${balance}`
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      const isWrong = error.code === 'rejected' || error.code === 'escrow_missing'
      const hasOpen = (await storage.read(tx => tx.subscriptions.anyOpen(mode))) !== null
      if (isWrong || !hasOpen)
        throw new OptionError(
          `The chain of ${mode} mode cannot be used: ${error.message}. ${chainRemedy(mode, error, chain)}`,
          { cause: error },
        )
      log.warn({ err: error, mode }, 'the chain is not responding, its work waits')
      return null
    }
  }
  const checkMode = async (mode: Mode) => {
    const { current } = chains[mode]
    return current && check(mode, current)
  }
  const [test, live] = await Promise.all([checkMode('test'), checkMode('live')])
  return { test, live }
}

/**
 * A process on a database that others share: it does the work while it holds the lease.
 *
 * @param parameters.begin starts the work on storage that refuses every unit once another process has the lease
 */
async function workUnderLease(parameters: {
  shared: PostgresStorage
  begin: (own: Storage) => Promise<Worker>
  log: Logger
}): Promise<Pick<ServiceCore, 'kick' | 'leadership' | 'finish' | 'stop'>> {
  const { shared, begin, log } = parameters
  let begun: Worker | null = null
  const work = await holdWork({
    leases: shared.leases,
    onGain: async lease => {
      begun = await begin(shared.fenced(lease))
    },
    onLoss: async () => {
      const left = begun
      begun = null
      await left?.stop()
    },
    log,
  })
  return {
    leadership: { isLeader: () => begun !== null, leaseAge: () => leaseAge(shared.leases) },
    kick: () => begun?.chainWork.kick(),
    finish: async () => {
      await begun?.stop()
    },
    stop: work.stop,
  }
}
