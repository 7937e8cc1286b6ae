import { meterDigest } from '@per-second/protocol/terms'
import type { Logger } from 'pino'
import { allOf, type Chain, type OperatedChains } from '../chain/chain.ts'
import { MODES, type Mode } from '../domain/entities.ts'
import { OPTION_NAMES } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * An open meter needs its opening's key, and is in its opening's escrow: without both it could not be charged, nor its
 * rest be refunded. The log names a key that no meter needs any more.
 *
 * @throws {OptionError} naming the operators whose keys are missing, or the escrow that lacks the open meters
 */
export async function refuseStranded(
  storage: Storage,
  reached: Record<Mode, OperatedChains>,
  log: Logger,
): Promise<void> {
  for (const mode of MODES) {
    await refuseOtherEscrow(storage, mode, reached[mode].current)
    const known = allOf(reached[mode]).map(({ facts }) => facts.operator)
    const retiring = reached[mode].retiring.map(({ facts }) => facts.operator)
    const needed = await storage.read(tx => tx.subscriptions.operatorsOfOpen(mode))
    const missing = needed.filter(operator => !known.includes(operator))
    const { key: name } = OPTION_NAMES[mode]
    for (const operator of retiring.filter(each => !needed.includes(each)))
      log.info(
        { mode, operator },
        `no open meter needs this operator's key any more, so it can be removed from ${name}`,
      )
    if (missing.length === 0) continue
    throw new OptionError(
      `Open meters of ${mode} mode belong to ${missing.join(' and ')}, whose key is missing. Start with ${name}=<current key>,<that key> until they have ended: without it the service cannot charge or close them.`,
    )
  }
}

/** Every start looks, so that the open meters of a mode are all in one escrow: one of them tells for the others. */
async function refuseOtherEscrow(storage: Storage, mode: Mode, chain: Chain | null): Promise<void> {
  if (chain === null) return
  const { chain_id: chainId, escrow } = chain.facts
  const open = await storage.read(tx => tx.subscriptions.anyOpen(mode))
  if (open === null || open.meterId === meterDigest(open.terms, { chainId, escrow })) return
  const { prefix } = OPTION_NAMES[mode]
  throw new OptionError(
    `Open meters of ${mode} mode are not in the escrow ${escrow} on chain ${chainId}, so the service could not charge or close them. Start with the chain and the escrow they were opened in (${prefix}chain-id, ${prefix}escrow, ${prefix}escrow-salt) until they have ended.`,
  )
}
