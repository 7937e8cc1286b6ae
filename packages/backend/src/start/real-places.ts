import type { Logger } from 'pino'
import { allOf, type Chain, type OperatedChains } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { rationReads } from '../chain/ration-reads.ts'
import { createRealChains } from '../chain/real-chains.ts'
import type { Mode } from '../domain/entities.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
import { chainRemedy } from './chain-remedy.ts'
import { operatorOn } from './operator-on.ts'
import type { Places, PlacesParameters } from './places.ts'
import { refuseStranded } from './refuse-stranded.ts'

/** A service on real chains. */
export async function openRealPlaces(
  { options: { policy }, opened, newId, metrics, log }: PlacesParameters,
  options: Record<Mode, ChainOptions | null>,
): Promise<Places> {
  const { storage } = opened
  const clock = createServiceClock(opened.realTime)
  const operators = createRealChains({ options, policy, log, rpcRequests: metrics.rpcRequests })
  await refuseStranded(storage, operators, log)
  const balances = await checkChains(storage, operators, log)
  const operatorsOn = (own: Storage, mode: Mode) =>
    allOf(operators[mode]).map(chain => operatorOn(chain, { storage: own, newId, clock, log }))
  const rationed = ({ current, retiring }: OperatedChains): OperatedChains => ({
    current: current && rationReads(current),
    retiring: retiring.map(chain => rationReads(chain)),
  })
  const factsOf = (mode: Mode) => operators[mode].current?.facts ?? null
  return {
    storage,
    clock,
    embedded: null,
    local: null,
    operators: { test: rationed(operators.test), live: rationed(operators.live) },
    operatorsOn: own => ({ test: operatorsOn(own, 'test'), live: operatorsOn(own, 'live') }),
    line: { chains: { test: factsOf('test'), live: factsOf('live') }, operator_balances: balances },
  }
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
