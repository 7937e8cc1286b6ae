import { meterEscrowCreationCodeHash } from '@per-second/contracts/addresses'
import { knownChain } from '@per-second/protocol/chains'
import { escrowAddress } from '@per-second/protocol/escrow-address'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Mode } from '../domain/entities.ts'
import { isSharedEscrow, SHARED_ESCROWS } from '../domain/shared-escrow.ts'
import type { Environment } from './environment.ts'
import { OptionError } from './option-error.ts'
import { CHAIN_OPTIONS, type FlagsOf } from './option-table.ts'
import { address, bytes32, gwei, httpAddress, wholeNumber } from './parse-value.ts'

/** When a block counts: with this many blocks from it to the newest, itself included, or when the chain calls it so. */
export type Confirmations = number | 'safe' | 'finalized'

/** The first key opens meters. The keys behind it end the meters that they have opened. */
type OperatorKeys = { current: Hex; retiring: Hex[] }

/** The real chain of one mode. The names are those of the options, for messages. */
export type ChainOptions = {
  rpcUrls: string[]
  publicRpcUrls: string[]
  chainId: number
  escrow: Address
  /**
   * The salt from which the escrow's address follows. It is null for the one that services share, and for one that only
   * its address names.
   */
  escrowSalt: Hex | null
  token: Address
  /** Null for the operator itself. */
  feeRecipient: Address | null
  confirmations: Confirmations
  /** Blocks below the newest confirmed one in which booked events are still followed, or 0 for none. */
  reorgDepth: number
  /** The most the operator pays for a unit of gas, in wei. */
  maxFeePerGas: bigint
  /** How long a transaction waits for a block before it is replaced, in seconds. */
  replaceAfterSeconds: number
  /** How long one endpoint has for one answer, in seconds. */
  rpcTimeoutSeconds: number
  operatorKeys: OperatorKeys
  operatorKeyName: string
  /** Deploys the wallets of payers who have none yet. It is null where the service deploys none. */
  deployerKey: Hex | null
  deployerKeyName: string
  /** Factories that it calls with any call, beside those of wallets that are known as a whole. */
  walletFactories: readonly Address[]
  feeRecipientName: string
}

/** The command line's flags for one mode, unread. */
export type ChainFlags = FlagsOf<typeof CHAIN_OPTIONS>

/** Blocks after which Ethereum calls one final: two epochs of 32 slots. */
export const DEFAULT_REORG_DEPTH = Number(CHAIN_OPTIONS.reorgDepth.default)

/** So many blocks are read again with one request for logs. */
const MOST_REORG_DEPTH = 1_000
const MODES = {
  test: { prefix: '--', key: 'OPERATOR_KEY', deployer: 'DEPLOYER_KEY' },
  live: { prefix: '--live-', key: 'LIVE_OPERATOR_KEY', deployer: 'LIVE_DEPLOYER_KEY' },
} as const

/**
 * The chains of both modes, or null for local mode, when none was given.
 *
 * @throws {OptionError} for a chain that is half described, and for two modes on one chain (docs/money.md, rule 51)
 */
export function readChainOptions(
  flags: Record<Mode, ChainFlags>,
  environment: Environment,
): Record<Mode, ChainOptions | null> | null {
  const test = readChain('test', flags.test, environment)
  const live = readChain('live', flags.live, environment)
  if (test === null && live === null) return null
  if (test && live && test.chainId === live.chainId) {
    throw new OptionError(
      `Both modes are on chain ${test.chainId}. Test money must not be real: give each mode a chain of its own.`,
    )
  }
  return { test, live }
}

function readChain(mode: Mode, flags: ChainFlags, environment: Environment): ChainOptions | null {
  const { prefix, key, deployer } = MODES[mode]
  const named = (name: string) => `${prefix}${name}`
  const { rpcUrl = [], publicRpcUrl = [], chainId: givenChain, ...others } = flags
  if (rpcUrl.length === 0) {
    const stray = publicRpcUrl.length > 0 || givenChain !== undefined || Object.keys(others).length > 0
    if (stray)
      throw new OptionError(`Without ${named('rpc-url')} the other options of its chain mean nothing.`)
    return null
  }
  const [current, ...retiring] = (environment[key] ?? '').split(/[\s,]+/).filter(each => each !== '') as Hex[]
  if (current === undefined)
    throw new OptionError(`${named('rpc-url')} needs the operator's private key in the environment: ${key}.`)
  if (givenChain === undefined)
    throw new OptionError(
      `${named('rpc-url')} needs ${named('chain-id')}: the chain must be the one you mean.`,
    )
  const chainId = wholeNumber(named('chain-id'), givenChain, 1, Number.MAX_SAFE_INTEGER)
  const known = knownChain(chainId)
  const token = others.token ?? known?.token
  if (token === undefined)
    throw new OptionError(`No AUSD is known on chain ${chainId}: name it with ${named('token')}.`)
  const { escrow, escrowSalt } = readEscrow(mode, others)
  const tokenAddress = address(named('token'), token)
  const feeRecipient =
    others.feeRecipient === undefined ? null : address(named('fee-recipient'), others.feeRecipient)
  if (feeRecipient === escrow || feeRecipient === tokenAddress)
    throw new OptionError(
      `${named('fee-recipient')} must not be the escrow or the token, with which no meter can be opened.`,
    )
  const of = (name: 'confirmations' | 'reorgDepth' | 'maxFee' | 'replaceAfter' | 'rpcTimeout') =>
    others[name] ?? CHAIN_OPTIONS[name].default
  const publicRpcUrls = publicRpcUrl.length > 0 ? publicRpcUrl : known ? [known.rpcUrl] : []
  return {
    rpcUrls: rpcUrl.map(url => httpAddress(named('rpc-url'), url)),
    publicRpcUrls: publicRpcUrls.map(url => httpAddress(named('public-rpc-url'), url)),
    chainId,
    ...{ escrow, escrowSalt, token: tokenAddress, feeRecipient },
    confirmations: confirmations(named('confirmations'), of('confirmations')),
    reorgDepth: wholeNumber(named('reorg-depth'), of('reorgDepth'), 0, MOST_REORG_DEPTH),
    maxFeePerGas: gwei(named('max-fee'), of('maxFee')),
    replaceAfterSeconds: wholeNumber(named('replace-after'), of('replaceAfter'), 1, 3_600),
    rpcTimeoutSeconds: wholeNumber(named('rpc-timeout'), of('rpcTimeout'), 1, 120),
    operatorKeys: { current, retiring },
    operatorKeyName: key,
    deployerKey: (environment[deployer]?.trim() || null) as Hex | null,
    deployerKeyName: deployer,
    walletFactories: (others.walletFactory ?? []).map(each => address(named('wallet-factory'), each)),
    feeRecipientName: named('fee-recipient'),
  }
}

/**
 * The escrow by its address, by its salt, or by both where they agree. With neither it is the one that services share
 * in this mode. That of the other mode is refused: pages would not sign for it, and the two never mix on one chain.
 */
function readEscrow(mode: Mode, flags: ChainFlags): Pick<ChainOptions, 'escrow' | 'escrowSalt'> {
  const { prefix } = MODES[mode]
  const names = { escrow: `${prefix}escrow`, salt: `${prefix}escrow-salt` }
  const given = flags.escrow === undefined ? null : address(names.escrow, flags.escrow)
  const salt = flags.escrowSalt === undefined ? null : bytes32(names.salt, flags.escrowSalt)
  const own = salt && escrowAddress(meterEscrowCreationCodeHash, salt)
  if (given && own && given.toLowerCase() !== own.toLowerCase())
    throw new OptionError(
      `${names.salt} gives the escrow ${own}, and ${names.escrow} names ${given}: leave out the one that is wrong.`,
    )
  const escrow = own ?? given ?? SHARED_ESCROWS[mode]
  if (isSharedEscrow(mode === 'test' ? 'live' : 'test', escrow))
    throw new OptionError(
      `${own ? names.salt : names.escrow} leads to the escrow of the other mode: leave it out, or make a salt of your own (openssl rand -hex 32).`,
    )
  return { escrow, escrowSalt: isSharedEscrow(mode, escrow) ? null : salt }
}

function confirmations(name: string, text: string): Confirmations {
  if (text === 'safe' || text === 'finalized') return text
  if (/^\d+$/.test(text)) return wholeNumber(name, text, 1, 10_000)
  throw new OptionError(`${name} must be a number of blocks, "safe" or "finalized", not "${text}".`)
}
