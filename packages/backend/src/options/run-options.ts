import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Mode } from '../domain/entities.ts'
import { readBillingPolicy } from './billing-options.ts'
import { type ChainFlags, type ChainOptions, readChainOptions } from './chain-options.ts'
import type { Environment } from './environment.ts'
import { OptionError } from './option-error.ts'
import { BILLING_OPTIONS, CHAIN_OPTIONS, defaultOf, type FlagsOf, SERVICE_OPTIONS } from './option-table.ts'
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
  /** Requests a second per merchant and mode, or null for no limit. */
  rateLimit: number | null
  logLevel: string
  /** The ports that webhooks are sent to, or null for any, in local mode. */
  webhookPorts: readonly number[] | null
  /** How long events are kept, in milliseconds, or null for ever. */
  keepEvents: number | null
  /** Real chains by mode, or null for local mode with its embedded chain. */
  chains: Record<Mode, ChainOptions | null> | null
  /**
   * The keys that seal webhook secrets, the current key first, then retiring ones, or none for the data folder's own
   * key.
   */
  secretsKeys: Uint8Array[]
  /** Opens the operator's pages outside local mode. */
  adminToken: string | null
}

/** The command line's flags, unread. */
export type RunFlags = Omit<FlagsOf<typeof SERVICE_OPTIONS>, 'json'> & { json?: boolean } & FlagsOf<
    typeof BILLING_OPTIONS
  > &
  ChainFlags & { [Name in keyof ChainFlags as `live${Capitalize<Name>}`]?: ChainFlags[Name] }

const SECRETS_KEY_BYTES = 32
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** The ports that are also allowed on real chains: a merchant's address must not be a way to scan others. */
const WEBHOOK_PORTS = [443, 80]

/** @throws {OptionError} */
export function readRunOptions(flags: RunFlags, environment: Environment): RunOptions {
  const chains = readChainOptions(
    { test: chainFlags(flags, 'test'), live: chainFlags(flags, 'live') },
    environment,
  )
  const of = (name: Exclude<keyof typeof SERVICE_OPTIONS, 'databaseUrl' | 'json' | 'webhookPort'>) =>
    flags[name] ?? defaultOf(SERVICE_OPTIONS[name], chains !== null)
  const [log, host, rateLimit] = [of('log'), of('host'), of('rateLimit')]
  if (!LOG_LEVELS.includes(log))
    throw new OptionError(`--log must be one of ${LOG_LEVELS.join(', ')}, not "${log}".`)
  // Node would listen on every interface.
  if (host.trim() === '')
    throw new OptionError(
      '--host must be an address of this machine, 0.0.0.0 or :: for all of them; it is empty.',
    )
  const webhookPorts = (flags.webhookPort ?? []).map(port => wholeNumber('--webhook-port', port, 1, 65_535))
  return {
    port: wholeNumber('--port', of('port'), 0, 65_535),
    host,
    data: of('data'),
    databaseUrl: databaseUrlOf(flags, environment),
    json: flags.json ?? false,
    policy: readBillingPolicy(flags, chains !== null),
    feeBps: wholeNumber('--fee-bps', flags.feeBps ?? BILLING_OPTIONS.feeBps.default, 0, 1_000),
    rateLimit:
      flags.rateLimit === undefined && chains === null
        ? null
        : wholeNumber('--rate-limit', rateLimit, 1, 1e6),
    logLevel: log,
    webhookPorts: chains === null ? null : [...WEBHOOK_PORTS, ...webhookPorts],
    keepEvents: keptMillis(of('keepEvents')),
    chains,
    secretsKeys: secretsKeysOf(environment),
    adminToken: adminTokenOf(environment),
  }
}

/**
 * Deliveries are tried for three days, and for three more when an event is sent again: the event must exist all the
 * time.
 */
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

/** The option wins over the environment. An empty value counts as none. */
export function databaseUrlOf(flags: { databaseUrl?: string }, environment: Environment): string | null {
  return flags.databaseUrl || environment.DATABASE_URL || null
}

/** The given flags of one mode, by the names of test mode's. */
function chainFlags(flags: RunFlags, mode: Mode): ChainFlags {
  const given = new Map(Object.entries(flags))
  const flagOf = (name: string) =>
    mode === 'test' ? name : `live${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return Object.fromEntries(
    Object.keys(CHAIN_OPTIONS).flatMap(name => {
      const value = given.get(flagOf(name))
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
