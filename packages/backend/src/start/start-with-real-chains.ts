import { resolve } from 'node:path'
import { createRealChains } from '../chain/real-chains.ts'
import type { Mode } from '../domain/entities.ts'
import { ALONE } from '../domain/leadership.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import { createCountingStorage } from '../observability/counting-storage.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import type { PostgresStorage } from '../storage/postgres-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { openSecretBox } from '../webhooks/open-secret-box.ts'
import { createGasCount } from '../worker/count-gas.ts'
import { lead } from '../worker/leader/leader.ts'
import { leaseAge } from '../worker/leader/lease.ts'
import { createPollingWorker } from '../worker/leader/polling-worker.ts'
import { startWorker, type Worker } from '../worker/start-worker.ts'
import { checkChains } from './check-chains.ts'
import { operatorOn } from './operator-on.ts'
import { refuseStranded } from './refuse-stranded.ts'
import type { CoreParts, ServiceCore } from './service-core.ts'

/** A service on real chains: its process works for good on SQLite, and while it leads on a database that others use too. */
export async function startWithRealChains(
  parts: CoreParts,
  options: Record<Mode, ChainOptions | null>,
): Promise<ServiceCore> {
  const { newId, gate, faults, metrics, log } = parts
  const { data, feeBps, policy, secretsKeys, webhookPorts, keepEvents } = parts.options
  const { storage, shared } = parts.opened
  const clock = createServiceClock(parts.opened.realTime)
  const reached = createRealChains({ options, feeBps, log, rpcRequests: metrics.rpcRequests })
  const chains = { test: reached.test[0] ?? null, live: reached.live[0] ?? null }
  const retiring = { test: reached.test.slice(1), live: reached.live.slice(1) }
  await refuseStranded(storage, reached, log)
  const balances = await checkChains(storage, chains, log)
  const secrets = await openSecretBox(resolve(data), storage, secretsKeys, log)

  const countGas = createGasCount({ storage, chains: reached, gasPaid: metrics.gasPaid, log })

  const begin = (leaders: Storage): Promise<Worker> => {
    const own = createCountingStorage(leaders, metrics, countGas)
    const sending = { storage: own, newId, clock, log }
    const operators = {
      test: reached.test.map(chain => operatorOn(chain, options.test, sending)),
      live: reached.live.map(chain => operatorOn(chain, options.live, sending)),
    }
    for (const { sender } of [...operators.test, ...operators.live]) {
      // A chain that does not answer now gets what is missing before the next transaction.
      sender.recover().catch(error => log.warn({ err: error }, 'what an earlier process left is sent later'))
    }
    return startWorker({
      ...{ storage: own, operators, embedded: null, clock, newId, gate, faults, secrets, policy },
      ...{ webhookPorts, keepEvents, metrics, log },
    })
  }

  const { worker, leadership, finish, stop } = shared
    ? await workWhileLeading({ shared, begin, clock, log })
    : await workForGood(storage, begin)
  return {
    ...{ storage, leadership, clock, chains, retiring, worker, local: null, clockControl: null, secrets },
    ...{ localLine: null, balances, finish, stop },
  }
}

type Work = Pick<ServiceCore, 'worker' | 'leadership' | 'finish' | 'stop'>
type Begin = (own: Storage) => Promise<Worker>

async function workForGood(storage: Storage, begin: Begin): Promise<Work> {
  const { chainWork, stop } = await begin(storage)
  return { worker: chainWork, leadership: ALONE, finish: stop, stop }
}

async function workWhileLeading(
  parameters: Pick<CoreParts, 'log'> & Pick<ServiceCore, 'clock'> & { shared: PostgresStorage; begin: Begin },
): Promise<Work> {
  const { shared, begin, clock, log } = parameters
  const stopping = new AbortController()
  let worker: Worker | null = null
  const { stop } = await lead({
    leases: shared.leases,
    onGain: async lease => {
      worker = await begin(shared.fenced(lease))
    },
    onLoss: async () => {
      const left = worker
      worker = null
      await left?.stop()
    },
    log,
  })
  const own = () => worker?.chainWork ?? null
  return {
    leadership: { leads: () => worker !== null, leaseAge: () => leaseAge(shared.leases) },
    worker: createPollingWorker({ storage: shared, clock, own, stopping: stopping.signal }),
    finish: async () => {
      stopping.abort()
      await worker?.stop()
    },
    stop: async () => {
      stopping.abort()
      await stop()
    },
  }
}
