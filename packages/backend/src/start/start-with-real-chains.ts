import { resolve } from 'node:path'
import { allOf, type Chain, type OperatedChains } from '../chain/chain.ts'
import { rationReads } from '../chain/ration-reads.ts'
import { createRealChains } from '../chain/real-chains.ts'
import { MODES, type Mode } from '../domain/entities.ts'
import { ALONE } from '../domain/leadership.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import { createCountingStorage } from '../observability/counting-storage.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import type { Storage } from '../storage/storage.ts'
import { openSecretBox } from '../webhooks/open-secret-box.ts'
import type { Operator } from '../worker/chain-worker.ts'
import { createGasCount } from '../worker/count-gas.ts'
import { leaseOf } from '../worker/leader/lease.ts'
import { type Shard, startShard, startWorker } from '../worker/start-worker.ts'
import { checkChains } from './check-chains.ts'
import { operatorOn } from './operator-on.ts'
import { refuseStranded } from './refuse-stranded.ts'
import type { CoreParts, ServiceCore } from './service-core.ts'
import { workUnderLeases } from './work-under-leases.ts'

/** A service on real chains: its process works for good on SQLite, and by lease on a database that others use too. */
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
  const countGas = createGasCount({ storage, chains: reached, gasPaid: metrics.gasPaid, log })
  const common = { clock, newId, gate, faults, secrets, policy, metrics, log }

  /** The operators of these ways to a chain at work on a storage of their own. */
  const begin = (leased: Storage, sending: Record<Mode, readonly Chain[]>) => {
    const own = createCountingStorage(leased, metrics, countGas)
    const begun = (mode: Mode): Operator[] =>
      sending[mode].map(chain => operatorOn(chain, options[mode], { storage: own, newId, clock, log }))
    const operators = { test: begun('test'), live: begun('live') }
    for (const { sender } of [...operators.test, ...operators.live]) {
      // A chain that does not answer now gets what is missing before the next transaction.
      sender.recover().catch(error => log.warn({ err: error }, 'what an earlier process left is sent later'))
    }
    return { ...common, storage: own, operators }
  }
  const beginAll = (own: Storage, sending: Record<Mode, readonly Chain[]>) =>
    startWorker({ ...begin(own, sending), chains: reached, embedded: null, webhookPorts, keepEvents })
  const shards = MODES.flatMap(mode =>
    reached[mode].map(
      chain =>
        [
          leaseOf(chain.facts),
          (own: Storage) => startShard(begin(own, { ...NOBODY, [mode]: [chain] })),
        ] as const,
    ),
  )
  const work =
    shared === null
      ? workForGood(await beginAll(storage, reached))
      : await workUnderLeases({
          ...{ shared, clock, log, shards: new Map(shards) },
          common: own => beginAll(own, NOBODY),
        })
  const rationed = ({ current, retiring }: OperatedChains): OperatedChains => ({
    current: current.map(chain => rationReads(chain)),
    retiring: retiring.map(chain => rationReads(chain)),
  })
  return {
    ...{ storage, clock, local: null, clockControl: null, secrets },
    operators: { test: rationed(operators.test), live: rationed(operators.live) },
    ...{ localLine: null, balances, ...work },
  }
}

const NOBODY = { test: [], live: [] }

function workForGood({ chainWork, stop }: Shard) {
  return { worker: chainWork, leadership: ALONE, finish: stop, stop }
}
