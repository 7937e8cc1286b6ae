import type { Logger } from 'pino'
import type { Chain, OperatedChains } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { Mode } from '../domain/entities.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
import { chainRemedy } from './chain-remedy.ts'

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
): Promise<Record<Mode, bigint | null>> {
  const check = async (mode: Mode, chain: Chain): Promise<bigint | null> => {
    try {
      const { balance, needed } = await chain.operatorGas()
      const { operator } = chain.facts
      if (balance < needed)
        log.warn(
          { mode, operator, balance: `${balance}` },
          'the operator cannot pay for an opening: send it gas',
        )
      return balance
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      const isWrong = error.code === 'rejected' || error.code === 'escrow_missing'
      const hasOpen = (await storage.read(tx => tx.subscriptions.anyOpen(mode))) !== null
      if (isWrong || !hasOpen)
        throw new OptionError(
          `The chain of ${mode} mode cannot be used: ${error.message}. ${chainRemedy(mode, error, chain)}`,
          { cause: error },
        )
      log.warn({ err: error, mode }, 'the chain does not answer: what needs it waits')
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
