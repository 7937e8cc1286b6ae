import { meterEscrowCreationCodeHash } from '@per-second/contracts/addresses'
import { knownChain } from '@per-second/protocol/chains'
import { escrowAddress } from '@per-second/protocol/escrow-address'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Mode } from '../domain/entities.ts'
import { isSharedEscrow, SHARED_ESCROWS } from '../domain/shared-escrow.ts'
import { OptionError } from './option-error.ts'
import {
  CHAIN_OPTIONS,
  type Environment,
  type FlagsOf,
  optionName,
  readTable,
  type ValuesOf,
} from './option-table.ts'

/** The first key opens meters. The keys behind it end the meters that they have opened. */
type OperatorKeys = { current: Hex; retiring: Hex[] }

/** The real chain of one mode. */
export type ChainOptions = Omit<ValuesOf<typeof CHAIN_OPTIONS>, 'chainId' | 'escrow' | 'token'> & {
  chainId: number
  /** Without a salt the one that services share, or one that only its address names. */
  escrow: Address
  token: Address
  operatorKeys: OperatorKeys
  /** Deploys the wallets of payers who have none yet. It is null where the service deploys none. */
  deployerKey: Hex | null
}

/** The command line's flags for one mode, unread. */
export type ChainFlags = FlagsOf<typeof CHAIN_OPTIONS>

/** Blocks after which Ethereum calls one final: two epochs of 32 slots. */
export const DEFAULT_REORG_DEPTH = Number(CHAIN_OPTIONS.reorgDepth.default)

/** How the options of a mode begin, and how the variables of its keys are called. */
export const OPTION_NAMES = {
  test: { prefix: '--', key: 'OPERATOR_KEY', deployer: 'DEPLOYER_KEY' },
  live: { prefix: '--live-', key: 'LIVE_OPERATOR_KEY', deployer: 'LIVE_DEPLOYER_KEY' },
} as const

/**
 * The chains of both modes, or null for local mode, when none was given.
 *
 * @throws {OptionError} for a chain that is half described, for keys without a chain, and for two modes on one chain
 * (docs/money.md, rule 51)
 */
export function readChainOptions(
  flags: Record<Mode, ChainFlags>,
  environment: Environment,
): Record<Mode, ChainOptions | null> | null {
  const test = readChain('test', flags.test, environment)
  const live = readChain('live', flags.live, environment)
  if (test === null && live === null) {
    refuseIdleKeys(environment)
    return null
  }
  if (test && live && test.chainId === live.chainId) {
    throw new OptionError(
      `Both modes are on chain ${test.chainId}. Test money must not be real: give each mode a chain of its own.`,
    )
  }
  return { test, live }
}

/** Local mode would start unseen in place of the chain that the operator meant. */
function refuseIdleKeys(environment: Environment): void {
  for (const { prefix, key, deployer } of Object.values(OPTION_NAMES))
    for (const name of [key, deployer])
      if (environment[name]?.trim())
        throw new OptionError(
          `${name} in the environment needs ${prefix}rpc-url. For local mode, unset ${name}.`,
        )
}

function readChain(mode: Mode, flags: ChainFlags, environment: Environment): ChainOptions | null {
  const { prefix, key, deployer } = OPTION_NAMES[mode]
  const named = (name: string) => `${prefix}${name}`
  if (!flags.rpcUrl?.length) {
    const given = Object.entries(flags).find(([, value]) => value.length > 0)
    if (given) throw new OptionError(`${named(optionName(given[0]))} needs ${named('rpc-url')}.`)
    return null
  }
  const [current, ...retiring] = (environment[key] ?? '').split(/[\s,]+/).filter(each => each !== '') as Hex[]
  if (current === undefined)
    throw new OptionError(`${named('rpc-url')} needs the operator's private key in the environment: ${key}.`)
  if (![current, ...retiring].every(isPrivateKey))
    throw new OptionError(
      `${key} must be ${PRIVATE_KEY}. Keys of operators that retire follow it, separated by commas.`,
    )
  const deployerKey = (environment[deployer]?.trim() || null) as Hex | null
  if (deployerKey !== null && !isPrivateKey(deployerKey))
    throw new OptionError(`${deployer} must be ${PRIVATE_KEY}.`)
  const values = readTable(CHAIN_OPTIONS, flags, { prefix, hasRealChain: true })
  const { chainId, publicRpcUrl, feeRecipient } = values
  if (chainId === null)
    throw new OptionError(
      `${named('rpc-url')} needs ${named('chain-id')}: the chain must be the one you mean.`,
    )
  const known = knownChain(chainId)
  const token = values.token ?? known?.token
  if (token === undefined)
    throw new OptionError(`No AUSD is known on chain ${chainId}: name it with ${named('token')}.`)
  const { escrow, escrowSalt } = escrowOf(mode, values)
  if (feeRecipient !== null && (feeRecipient === escrow || feeRecipient === token))
    throw new OptionError(
      `${named('fee-recipient')} must not be the escrow or the token, with which no meter can be opened.`,
    )
  return {
    ...values,
    publicRpcUrl: publicRpcUrl.length === 0 && known ? [known.rpcUrl] : publicRpcUrl,
    chainId,
    escrow,
    escrowSalt,
    token,
    operatorKeys: { current, retiring },
    deployerKey,
  }
}

const PRIVATE_KEY = 'a private key: 0x and 64 hexadecimal digits'

function isPrivateKey(text: string): boolean {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

/**
 * The escrow by its address, by its salt, or by both where they agree. With neither it is the one that services share
 * in this mode. That of the other mode is refused: pages would not sign for it, and the two never mix on one chain.
 */
function escrowOf(
  mode: Mode,
  { escrow: given, escrowSalt: salt }: Pick<ValuesOf<typeof CHAIN_OPTIONS>, 'escrow' | 'escrowSalt'>,
): Pick<ChainOptions, 'escrow' | 'escrowSalt'> {
  const { prefix } = OPTION_NAMES[mode]
  const names = { escrow: `${prefix}escrow`, salt: `${prefix}escrow-salt` }
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
