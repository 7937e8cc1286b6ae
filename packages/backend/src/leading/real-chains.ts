import { knownChain } from '@per-second/protocol/chains'
import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import { createEscrowChain } from '../chain/escrow-chain.ts'
import { type OperatorKey, operatorFromPrivateKey } from '../chain/operator-key.ts'
import { refusePublicKey } from '../chain/public-keys.ts'
import { createSender, type Sender } from '../chain/sender.ts'
import type { Mode } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import type { SharedServiceClock } from '../service-clock.ts'
import type { Storage } from '../storage/storage.ts'
import type { ChainSite } from './chain-site.ts'
import { pageRefusal } from './page-refusal.ts'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/**
 * The real chains of a service, each mode with its own; nothing is asked of them yet. A mode without one stays null.
 *
 * @throws {OptionError} for an operator key that cannot be used
 */
export function createRealChains(parameters: {
  options: Record<Mode, ChainOptions | null>
  clock: SharedServiceClock
  newId: (prefix: IdPrefix) => string
  feeBps: number
  log: Logger
  folder: string
}): ChainSite {
  const { options, folder, clock, newId, feeBps, log } = parameters
  const test = options.test && realChain(options.test, feeBps)
  const live = options.live && realChain(options.live, feeBps)
  for (const mode of ['test', 'live'] as const) {
    const chain = options[mode]
    const refusal = chain && pageRefusal({ mode, ...chain })
    if (refusal) log.warn({ mode, chainId: chain.chainId, token: chain.token }, refusal)
  }

  const senderOf = (mode: Mode, chain: Chain | null, storage: Storage): Sender | null =>
    chain &&
    createSender({
      replaceAfterMillis: (options[mode]?.replaceAfterSeconds ?? 0) * 1_000,
      chain,
      storage,
      chainId: chain.facts.chain_id,
      operator: chain.facts.operator,
      newId,
      clock,
      log,
    })
  return {
    join: async () => ({ chains: { test, live }, home: folder, local: null }),
    lead: async storage => {
      const senders = { test: senderOf('test', test, storage), live: senderOf('live', live, storage) }
      for (const sender of Object.values(senders)) {
        // A chain that does not answer now gets what is missing before the next transaction.
        sender
          ?.recover()
          .catch(error => log.warn({ err: error }, 'what an earlier process left is sent later'))
      }
      return { senders, local: null, tick: nothing, mine: nothing, stop: nothing }
    },
  }
}

function realChain(options: ChainOptions, feeBps: number): Chain {
  const { chainId, rpcUrls, publicRpcUrls, escrow, token, confirmations } = options
  const known = knownChain(chainId)
  const operator = operatorOf(options)
  refusePublicKey(operator.address, options.operatorKeyName)
  const feeRecipient = options.feeRecipient ?? operator.address
  refusePublicKey(feeRecipient, options.feeRecipientName)
  return createEscrowChain({
    rpcUrls,
    publicRpcUrls,
    chainId,
    name: known?.name ?? `Chain ${chainId}`,
    nativeCurrency: known?.nativeCurrency ?? ETHER,
    explorer: known?.blockExplorerUrl ?? null,
    escrow,
    token,
    operator,
    feeRecipient,
    feeBps,
    confirmations,
    maxFeePerGas: options.maxFeePerGas,
    reorgDepth: options.reorgDepth,
    rpcTimeoutMs: options.rpcTimeoutSeconds * 1_000,
    embedded: null,
  })
}

function operatorOf({ operatorKey, operatorKeyName }: ChainOptions): OperatorKey {
  try {
    return operatorFromPrivateKey(operatorKey)
  } catch (cause) {
    throw new OptionError(`${operatorKeyName} is not a private key: 0x and 64 hexadecimal digits.`, { cause })
  }
}

async function nothing(): Promise<void> {}
