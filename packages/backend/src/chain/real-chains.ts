import { knownChain } from '@per-second/protocol/chains'
import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Mode } from '../domain/entities.ts'
import type { Histogram } from '../observability/metrics.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import { billsGasLimit } from './billed-gas-limit.ts'
import type { Chain } from './chain.ts'
import { createEscrowChain } from './escrow-chain.ts'
import { type OperatorKey, operatorFromPrivateKey } from './operator-key.ts'
import { pageRefusal } from './page-refusal.ts'
import { refusePublicKey } from './public-keys.ts'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/**
 * The real chain of each mode as each of its operators reaches it, the one of new meters first; nothing is asked of it yet. A mode
 * without one has none.
 *
 * @throws {OptionError} for an operator key that cannot be used
 */
export function createRealChains(parameters: {
  options: Record<Mode, ChainOptions | null>
  feeBps: number
  log: Logger
  rpcRequests?: Histogram
}): Record<Mode, Chain[]> {
  const { options, feeBps, log, rpcRequests } = parameters
  const test = options.test ? realChains(options.test, feeBps, rpcRequests) : []
  const live = options.live ? realChains(options.live, feeBps, rpcRequests) : []
  for (const mode of ['test', 'live'] as const) {
    const chain = options[mode]
    const refusal = chain && pageRefusal({ mode, ...chain })
    if (refusal) log.warn({ mode, chainId: chain.chainId, token: chain.token }, refusal)
  }
  return { test, live }
}

function realChains(options: ChainOptions, feeBps: number, rpcRequests: Histogram | undefined): Chain[] {
  const { operatorKeys, operatorKeyName, feeRecipientName, rpcTimeoutSeconds } = options
  const { deployerKey, deployerKeyName, walletFactories: factories, ...given } = options
  const known = knownChain(given.chainId)
  const operators = operatorsOf(operatorKeys, operatorKeyName)
  for (const { address } of operators) refusePublicKey(address, operatorKeyName)
  const feeRecipient = given.feeRecipient ?? (operators[0] as OperatorKey).address
  refusePublicKey(feeRecipient, feeRecipientName)
  const deployer = deployerKey === null ? null : keyFrom(deployerKey, deployerKeyName)
  if (deployer !== null) refuseAsDeployer(deployer, operators, deployerKeyName)
  const chain = {
    ...given,
    name: known?.name ?? `Chain ${given.chainId}`,
    nativeCurrency: known?.nativeCurrency ?? ETHER,
    explorer: known?.blockExplorerUrl ?? null,
    feeRecipient,
    feeBps,
    billsGasLimit: billsGasLimit(given.chainId),
    rpcTimeoutMs: rpcTimeoutSeconds * 1_000,
    asked: (place: number, seconds: number, outcome: string) =>
      rpcRequests?.observe({ chain: `${given.chainId}`, endpoint: `${place}`, outcome }, seconds),
    embedded: null,
  }
  // Whoever opens new meters has their payers' wallets deployed.
  return operators.map((operator, place) =>
    createEscrowChain({
      ...chain,
      operator,
      deployer: place === 0 && deployer !== null ? { key: deployer, factories } : null,
    }),
  )
}

function operatorsOf(operatorKeys: readonly Hex[], operatorKeyName: string): OperatorKey[] {
  return operatorKeys.map(key => keyFrom(key, operatorKeyName, ', nor several separated by commas'))
}

function keyFrom(key: Hex, name: string, nor = ''): OperatorKey {
  try {
    return operatorFromPrivateKey(key)
  } catch (cause) {
    const form = nor === '' ? '' : ' each'
    throw new OptionError(`${name} is not a private key${nor}: 0x and 64 hexadecimal digits${form}.`, {
      cause,
    })
  }
}

/** It runs code that payers name, so that nothing may trust it. */
function refuseAsDeployer({ address }: OperatorKey, operators: readonly OperatorKey[], name: string): void {
  refusePublicKey(address, name)
  if (!operators.some(operator => operator.address === address)) return
  throw new OptionError(`${name} is an operator’s key too: give payers’ wallets an account of their own.`)
}
