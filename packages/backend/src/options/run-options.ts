import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Mode } from '../domain/entities.ts'
import { type BillingFlags, readBillingPolicy } from './billing-options.ts'
import { type ChainFlags, type ChainOptions, readChainOptions } from './chain-options.ts'
import type { Environment } from './environment.ts'
import { OptionError } from './option-error.ts'
import { wholeNumber } from './parse-value.ts'

/** How one process of the service is to run. */
export type RunOptions = {
  port: number
  host: string
  /** Where database (without a URL), embedded chain and keys are kept. */
  data: string
  /** Null for SQLite in the data folder. Holds a password: never printed. */
  databaseUrl: string | null
  json: boolean
  policy: BillingPolicy
  feeBps: number
  /** Requests a second per merchant and mode; null for no limit. */
  rateLimit: number | null
  logLevel: string
  /** The ports that webhooks are sent to; null where everything goes, in local mode. */
  webhookPorts: readonly number[] | null
  /** How long events are kept, in milliseconds; null for ever. */
  keepEvents: number | null
  /** Real chains by mode; null for local mode with its embedded chain. */
  chains: Record<Mode, ChainOptions | null> | null
  /** What webhook secrets are sealed with, the current key first, then those on their way out; none for the data folder's own key. */
  secretsKeys: Uint8Array[]
  /** Opens the operator's pages outside local mode. */
  adminToken: string | null
}

/** What the command line gave, unread. */
export type RunFlags = {
  port: string
  host: string
  data: string
  databaseUrl?: string
  json?: boolean
  feeBps: string
  rateLimit?: string
  webhookPort?: string[]
  keepEvents?: string
  log: string
} & BillingFlags &
  ChainFlags & { [Name in keyof ChainFlags as `live${Capitalize<Name>}`]?: ChainFlags[Name] }

const SECRETS_KEY_BYTES = 32
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** What may be asked for on real chains besides: a merchant's address is not for looking around elsewhere. */
const WEBHOOK_PORTS = [443, 80]

/** Requests a second that a merchant has in each mode in production. */
const PRODUCTION_RATE_LIMIT = 100

/** @throws {OptionError} */
export function readRunOptions(flags: RunFlags, environment: Environment): RunOptions {
  if (!LOG_LEVELS.includes(flags.log))
    throw new OptionError(`--log must be one of ${LOG_LEVELS.join(', ')}, not "${flags.log}".`)
  // Node would listen on every interface.
  if (flags.host.trim() === '')
    throw new OptionError(
      '--host must be an address of this machine, 0.0.0.0 or :: for all of them; it is empty.',
    )
  const chains = readChainOptions(chainFlags(flags), environment)
  const rateLimit =
    flags.rateLimit === undefined ? null : wholeNumber('--rate-limit', flags.rateLimit, 1, 1e6)
  const webhookPorts = (flags.webhookPort ?? []).map(port => wholeNumber('--webhook-port', port, 1, 65_535))
  return {
    port: wholeNumber('--port', flags.port, 0, 65_535),
    host: flags.host,
    data: flags.data,
    databaseUrl: databaseUrlOf(flags, environment),
    json: flags.json ?? false,
    policy: readBillingPolicy(flags, chains !== null),
    feeBps: wholeNumber('--fee-bps', flags.feeBps, 0, 1_000),
    rateLimit: rateLimit ?? (chains === null ? null : PRODUCTION_RATE_LIMIT),
    logLevel: flags.log,
    webhookPorts: chains === null ? null : [...WEBHOOK_PORTS, ...webhookPorts],
    keepEvents: keptMillis(flags.keepEvents ?? (chains === null ? 'forever' : '30')),
    chains,
    secretsKeys: secretsKeysOf(environment),
    adminToken: adminTokenOf(environment),
  }
}

/** Deliveries are tried for three days, once more when an event is sent again: what is being told of is there. */
function keptMillis(days: string): number | null {
  return days === 'forever' ? null : wholeNumber('--keep-events', days, 7, 36_500) * 86_400_000
}

/** A file or a shell leaves a line break behind it, which no header carries: the token would open nothing. */
function adminTokenOf({ ADMIN_TOKEN = '' }: Environment): string | null {
  const token = ADMIN_TOKEN.trim()
  if (/[^\x21-\x7e]/.test(token))
    throw new OptionError(
      'ADMIN_TOKEN must be letters, digits and signs of ASCII without spaces: a header carries it.',
    )
  return token || null
}

function secretsKeysOf({ SECRETS_KEY = '' }: Environment): Uint8Array[] {
  const given = SECRETS_KEY.split(/[\s,]+/).filter(each => each !== '')
  return given.map(each => {
    const key = Buffer.from(each, 'base64')
    if (key.length === SECRETS_KEY_BYTES) return key
    throw new OptionError(
      `SECRETS_KEY must be ${SECRETS_KEY_BYTES} bytes in base64, or several such keys separated by commas, the current one first.`,
    )
  })
}

/** The option wins over the environment; empty is as good as none. */
export function databaseUrlOf(flags: { databaseUrl?: string }, environment: Environment): string | null {
  return flags.databaseUrl || environment.DATABASE_URL || null
}

function chainFlags(flags: RunFlags): Record<Mode, ChainFlags> {
  return {
    test: given({
      rpcUrl: flags.rpcUrl,
      publicRpcUrl: flags.publicRpcUrl,
      chainId: flags.chainId,
      escrow: flags.escrow,
      escrowSalt: flags.escrowSalt,
      token: flags.token,
      feeRecipient: flags.feeRecipient,
      confirmations: flags.confirmations,
      reorgDepth: flags.reorgDepth,
      maxFee: flags.maxFee,
      replaceAfter: flags.replaceAfter,
      rpcTimeout: flags.rpcTimeout,
      walletFactory: flags.walletFactory,
    }),
    live: given({
      rpcUrl: flags.liveRpcUrl,
      publicRpcUrl: flags.livePublicRpcUrl,
      chainId: flags.liveChainId,
      escrow: flags.liveEscrow,
      escrowSalt: flags.liveEscrowSalt,
      token: flags.liveToken,
      feeRecipient: flags.liveFeeRecipient,
      confirmations: flags.liveConfirmations,
      reorgDepth: flags.liveReorgDepth,
      maxFee: flags.liveMaxFee,
      replaceAfter: flags.liveReplaceAfter,
      rpcTimeout: flags.liveRpcTimeout,
      walletFactory: flags.liveWalletFactory,
    }),
  }
}

function given(flags: { [Name in keyof ChainFlags]?: ChainFlags[Name] | undefined }): ChainFlags {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
}
