import { knownChain } from '@per-second/protocol/chains'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import { MODES, type Mode } from '../domain/entities.ts'
import type { Histogram } from '../observability/metrics.ts'
import { type ChainOptions, OPTION_NAMES } from '../options/chain-options.ts'
import { OptionError } from '../options/option-error.ts'
import { billsGasLimit } from './calls/billed-gas-limit.ts'
import type { OperatedChains } from './chain.ts'
import { createEscrowChain } from './escrow-chain.ts'
import { pageRefusal } from './log/page-refusal.ts'
import { type OperatorKey, operatorFromPrivateKey } from './operator-key.ts'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/**
 * The real chain of each mode by each of its operators, without a call to it yet. A mode without one has none.
 *
 * @throws {OptionError} for an operator key that cannot be used, or is given twice
 */
export function createRealChains(parameters: {
  options: Record<Mode, ChainOptions | null>
  policy: Pick<BillingPolicy, 'feeBps'>
  log: Logger
  rpcRequests?: Histogram
}): Record<Mode, OperatedChains> {
  const { options, policy, log, rpcRequests } = parameters
  const none = { current: null, retiring: [] }
  const reach = (mode: Mode) =>
    options[mode] ? realChains(mode, options[mode], { feeBps: policy.feeBps, rpcRequests }) : none
  const chains = { test: reach('test'), live: reach('live') }
  for (const mode of MODES) {
    const chain = options[mode]
    const refusal = chain && pageRefusal({ mode, ...chain })
    if (refusal) log.warn({ mode, chainId: chain.chainId, token: chain.token }, refusal)
  }
  return chains
}

function realChains(
  mode: Mode,
  { operatorKeys, deployerKey, ...given }: ChainOptions,
  { feeBps, rpcRequests }: { feeBps: number; rpcRequests: Histogram | undefined },
): OperatedChains {
  const names = OPTION_NAMES[mode]
  const known = knownChain(given.chainId)
  const current = keyFrom(operatorKeys.current, names.key)
  const retiring = operatorKeys.retiring.map(key => keyFrom(key, names.key))
  const operators = [current, ...retiring]
  refuseTwice(operators, names.key)
  for (const { address } of operators) refusePublicKey(address, names.key)
  if (given.feeRecipient !== null) refusePublicKey(given.feeRecipient, `${names.prefix}fee-recipient`)
  const deployer = deployerKey === null ? null : keyFrom(deployerKey, names.deployer)
  if (deployer !== null) refuseAsDeployer(deployer, operators, names.deployer)
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
    onRequest: (place: number, seconds: number, outcome: string) =>
      rpcRequests?.observe({ chain: `${given.chainId}`, endpoint: `${place}`, outcome }, seconds),
    embedded: null,
  }
  const reachedBy = (operator: OperatorKey, deployer: OperatorKey | null) => {
    const feeRecipient = given.feeRecipient ?? operator.address
    return createEscrowChain({ ...chain, operator, feeRecipient, deployer })
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

/** The form was checked. Zero and a number beyond the curve are left. */
function keyFrom(key: Hex, name: string): OperatorKey {
  try {
    return operatorFromPrivateKey(key)
  } catch (cause) {
    throw new OptionError(`${name} is outside the range of private keys.`, { cause })
  }
}

/** It runs code that payers name, so that nothing may trust it. */
function refuseAsDeployer({ address }: OperatorKey, operators: readonly OperatorKey[], name: string): void {
  refusePublicKey(address, name)
  if (!operators.some(operator => operator.address === address)) return
  throw new OptionError(`${name} is an operator’s key too: give payers’ wallets an account of their own.`)
}

/**
 * The first twenty accounts of "test test test test test test test test test test test junk", which anvil and hardhat
 * print at every start. Bots empty them on every real chain.
 */
const PUBLIC_ACCOUNTS = new Set([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  '0xbcd4042de499d14e55001ccbb24a551f3b954096',
  '0x71be63f3384f5fb98995898a86b02fb2426c5788',
  '0xfabb0ac9d68b0b445fb7357272ff202c5651694a',
  '0x1cbd3b2770909d4e10f157cabc84c7264073c9ec',
  '0xdf3e18d64bc6a983f673ab319ccae4f1a57c7097',
  '0xcd3b766ccdd6ae721141f452c550ca635964ce71',
  '0x2546bcd3c84621e976d8185a91a922ae77ecec30',
  '0xbda5747bfd65f08deb54cb465eb87d40e51b197e',
  '0xdd2fd4581271e230360230f9337d5c0430bf44c0',
  '0x8626f6940e2eb28930efb4cef49b2d1f2c9c1199',
])

/** @throws {OptionError} for an address whose private key the whole world knows (docs/money.md, rule 51) */
function refusePublicKey(address: Address, name: string): void {
  if (!PUBLIC_ACCOUNTS.has(address.toLowerCase())) return
  throw new OptionError(
    `${name} is a development key that everybody knows: whatever reaches it is stolen. Make a key of your own.`,
  )
}
