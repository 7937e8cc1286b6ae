import { knownChain } from '@per-second/protocol/chains'
import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import { MODES, type Mode } from '../domain/entities.ts'
import type { Histogram } from '../observability/metrics.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import { billsGasLimit } from './calls/billed-gas-limit.ts'
import type { OperatedChains } from './chain.ts'
import { createEscrowChain } from './escrow-chain.ts'
import { pageRefusal } from './log/page-refusal.ts'
import { type OperatorKey, operatorFromPrivateKey } from './operator-key.ts'
import { refusePublicKey } from './public-keys.ts'

const OR_LIST = ', nor a new key and retiring ones, separated by commas'
const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/**
 * The real chain of each mode by each of its operators, without a call to it yet. A mode without one has none.
 *
 * @throws {OptionError} for an operator key that cannot be used, or is given twice
 */
export function createRealChains(parameters: {
  options: Record<Mode, ChainOptions | null>
  feeBps: number
  log: Logger
  rpcRequests?: Histogram
}): Record<Mode, OperatedChains> {
  const { options, feeBps, log, rpcRequests } = parameters
  const none = { current: null, retiring: [] }
  const test = options.test ? realChains(options.test, feeBps, rpcRequests) : none
  const live = options.live ? realChains(options.live, feeBps, rpcRequests) : none
  for (const mode of MODES) {
    const chain = options[mode]
    const refusal = chain && pageRefusal({ mode, ...chain })
    if (refusal) log.warn({ mode, chainId: chain.chainId, token: chain.token }, refusal)
  }
  return { test, live }
}

function realChains(
  options: ChainOptions,
  feeBps: number,
  rpcRequests: Histogram | undefined,
): OperatedChains {
  const { operatorKeys, operatorKeyName, feeRecipientName } = options
  const { deployerKey, deployerKeyName, walletFactory: factories, ...given } = options
  const known = knownChain(given.chainId)
  const current = keyFrom(operatorKeys.current, operatorKeyName, OR_LIST)
  const retiring = operatorKeys.retiring.map(key => keyFrom(key, operatorKeyName, OR_LIST))
  const operators = [current, ...retiring]
  refuseTwice(operators, operatorKeyName)
  for (const { address } of operators) refusePublicKey(address, operatorKeyName)
  if (given.feeRecipient !== null) refusePublicKey(given.feeRecipient, feeRecipientName)
  const deployer = deployerKey === null ? null : keyFrom(deployerKey, deployerKeyName)
  if (deployer !== null) refuseAsDeployer(deployer, operators, deployerKeyName)
  const chain = {
    ...given,
    rpcUrls: given.rpcUrl,
    publicRpcUrls: given.publicRpcUrl,
    maxFeePerGas: given.maxFee,
    name: known?.name ?? `Chain ${given.chainId}`,
    nativeCurrency: known?.nativeCurrency ?? ETHER,
    explorer: known?.blockExplorerUrl ?? null,
    feeBps,
    billsGasLimit: billsGasLimit(given.chainId),
    rpcTimeoutMs: given.rpcTimeout * 1_000,
    asked: (place: number, seconds: number, outcome: string) =>
      rpcRequests?.observe({ chain: `${given.chainId}`, endpoint: `${place}`, outcome }, seconds),
    embedded: null,
  }
  const reachedBy = (operator: OperatorKey, deployer: OperatorKey | null) => {
    const feeRecipient = given.feeRecipient ?? operator.address
    return createEscrowChain({
      ...chain,
      operator,
      feeRecipient,
      deployer: deployer && { key: deployer, factories },
    })
  }
  return {
    current: reachedBy(current, deployer),
    retiring: retiring.map(operator => reachedBy(operator, null)),
  }
}

/** It would have two senders, who sign different work for one nonce. */
function refuseTwice(keys: readonly OperatorKey[], name: string): void {
  const addresses = keys.map(({ address }) => address)
  const twice = addresses.find((address, place) => addresses.indexOf(address) !== place)
  if (twice !== undefined) throw new OptionError(`${name} has the key of ${twice} twice: take one out.`)
}

function keyFrom(key: Hex, name: string, orList = ''): OperatorKey {
  try {
    return operatorFromPrivateKey(key)
  } catch (cause) {
    throw new OptionError(`${name} is not a private key (0x and 64 hexadecimal digits)${orList}.`, { cause })
  }
}

/** It runs code that payers name, so that nothing may trust it. */
function refuseAsDeployer({ address }: OperatorKey, operators: readonly OperatorKey[], name: string): void {
  refusePublicKey(address, name)
  if (!operators.some(operator => operator.address === address)) return
  throw new OptionError(`${name} is an operator’s key too: give payers’ wallets an account of their own.`)
}
