import type { Address, Hex } from '@per-second/protocol/types'
import { BaseError, type ContractFunctionArgs, type ContractFunctionName, parseAbi, zeroAddress } from 'viem'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import type { UndeployedWallet } from './undeployed-wallet.ts'

/** Coinbase Smart Wallet 1 and 1.1: the factory fixes the implementation, so a call holds only the owners. */
const COINBASE_FACTORIES: readonly Address[] = [
  '0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a',
  '0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842',
]

/** Safe4337Module 0.3.0 for EntryPoint 0.7: a module, and the fallback handler beside it. */
const SAFE_4337_MODULE: Address = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'
/** SafeModuleSetup 0.3.0: the initialiser runs it by `delegatecall`, and it enables modules. */
const SAFE_MODULE_SETUP: Address = '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47'

type SafeVersion = { factory: Address; singletons: readonly Address[]; handlers: readonly Address[] }

const SAFES: readonly SafeVersion[] = [
  // 1.3.0.
  {
    factory: '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2',
    singletons: ['0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', '0x3E5c63644E683549055b9Be8653de26E0B4CD36E'],
    handlers: ['0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4'],
  },
  // 1.4.1.
  {
    factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
    singletons: ['0x41675C099F32341bf84BFc5382aF534df5C7461a', '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'],
    handlers: ['0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99', SAFE_4337_MODULE],
  },
]

const ABI = parseAbi([
  'function createAccount(bytes[] owners, uint256 nonce)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
])

/**
 * Whether everything that a factory's call runs is known: factory, implementation, and all that the initialiser calls or installs. A genuine
 * Safe factory deploys any implementation, and a Safe's `setup` runs any code by `delegatecall`: the factory's address alone proves nothing
 * (docs/money.md, rule 75).
 */
export function isKnownDeployment({ factory, data }: UndeployedWallet): boolean {
  const safe = SAFES.find(version => isSame(version.factory, factory))
  if (safe) return isKnownSafe(safe, data)
  return isAmong(COINBASE_FACTORIES, factory) && argumentsOf('createAccount', data) !== null
}

function isKnownSafe({ singletons, handlers }: SafeVersion, data: Hex): boolean {
  const proxy = argumentsOf('createProxyWithNonce', data)
  const setup = proxy && isAmong(singletons, proxy[0]) ? argumentsOf('setup', proxy[1]) : null
  if (setup === null) return false
  const [, , to, code, handler, , payment] = setup
  return payment === 0n && isAmong(handlers, handler) && (isSame(to, zeroAddress) || enablesKnown(to, code))
}

function enablesKnown(to: Address, code: Hex): boolean {
  const enabled = isSame(to, SAFE_MODULE_SETUP) ? argumentsOf('enableModules', code) : null
  return enabled?.[0].every(module => isSame(module, SAFE_4337_MODULE)) ?? false
}

/** The arguments of a call, or null for any other call, and for one with bytes beyond its arguments. */
function argumentsOf<Name extends ContractFunctionName<typeof ABI>>(functionName: Name, data: Hex) {
  try {
    const decoded = decodeFunctionData({ abi: ABI, data })
    const isWhole = encodeFunctionData({ abi: ABI, ...decoded }) === data.toLowerCase()
    return decoded.functionName === functionName && isWhole
      ? (decoded.args as ContractFunctionArgs<typeof ABI, 'nonpayable', Name>)
      : null
  } catch (error) {
    if (error instanceof BaseError || error instanceof RangeError) return null
    throw error
  }
}

function isAmong(list: readonly Address[], address: Address): boolean {
  return list.some(each => isSame(each, address))
}

function isSame(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
