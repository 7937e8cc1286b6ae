import { knownChain } from '@per-second/protocol/chains'
import type { Logger } from 'pino'
import type { Mode } from '../domain/entities.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import type { Chain } from './chain.ts'
import { createEscrowChain } from './escrow-chain.ts'
import { type OperatorKey, operatorFromPrivateKey } from './operator-key.ts'
import { pageRefusal } from './page-refusal.ts'
import { refusePublicKey } from './public-keys.ts'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/**
 * The real chains of a service, each mode with its own; nothing is asked of them yet. A mode without one stays null.
 *
 * @throws {OptionError} for an operator key that cannot be used
 */
export function createRealChains(parameters: {
  options: Record<Mode, ChainOptions | null>
  feeBps: number
  log: Logger
}): Record<Mode, Chain | null> {
  const { options, feeBps, log } = parameters
  const test = options.test && realChain(options.test, feeBps)
  const live = options.live && realChain(options.live, feeBps)
  for (const mode of ['test', 'live'] as const) {
    const chain = options[mode]
    const refusal = chain && pageRefusal({ mode, ...chain })
    if (refusal) log.warn({ mode, chainId: chain.chainId, token: chain.token }, refusal)
  }
  return { test, live }
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
