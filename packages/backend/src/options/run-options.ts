import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Mode } from '../domain/entities.ts'
import { type ChainFlags, type ChainOptions, readChainOptions } from './chain-options.ts'
import { OptionError } from './option-error.ts'
import {
  BILLING_OPTIONS,
  CHAIN_OPTIONS,
  type Environment,
  type FlagsOf,
  readTable,
  SERVICE_OPTIONS,
  type ValuesOf,
} from './option-table.ts'
import { bytesOfKey, KEY_BYTES } from './parse-value.ts'

/** How one process of the service is to run. */
export type RunOptions = Omit<ValuesOf<typeof SERVICE_OPTIONS>, 'log' | 'webhookPort'> & {
  logLevel: string
  /** Null for SQLite in the data folder. Holds a password: never printed. */
  databaseUrl: string | null
  json: boolean
  policy: BillingPolicy
  /** The ports that webhooks are sent to, or null for any, in local mode. */
  webhookPorts: readonly number[] | null
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

/** The ports that are also allowed on real chains: a merchant's address must not be a way to scan others. */
const WEBHOOK_PORTS = [443, 80]

/** @throws {OptionError} */
export function readRunOptions(flags: RunFlags, environment: Environment): RunOptions {
  const chains = readChainOptions(
    { test: chainFlags(flags, 'test'), live: chainFlags(flags, 'live') },
    environment,
  )
  const hasRealChain = chains !== null
  const { json = false, ...texts } = flags
  const { log: logLevel, webhookPort, ...service } = readTable(SERVICE_OPTIONS, texts, { hasRealChain })
  const { settleEvery, ...limits } = readTable(BILLING_OPTIONS, flags, { hasRealChain })
  return {
    ...service,
    logLevel,
    chains,
    json,
    databaseUrl: databaseUrlOf(flags, environment),
    policy: { settleEverySeconds: settleEvery, ...limits },
    webhookPorts: hasRealChain ? [...WEBHOOK_PORTS, ...webhookPort] : null,
    secretsKeys: secretsKeysOf(environment),
    adminToken: adminTokenOf(environment),
  }
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
    const key = bytesOfKey(each)
    if (key !== null) return key
    throw new OptionError(
      `SECRETS_KEY must be ${KEY_BYTES} bytes in base64, or several such keys separated by commas, the current one first.`,
    )
  })
}

/** The option wins over the environment. An empty value counts as none. A file leaves a line break, or a space, around it. */
export function databaseUrlOf(flags: { databaseUrl?: string }, environment: Environment): string | null {
  const url = flags.databaseUrl || environment.DATABASE_URL
  return url ? url.trim() : null
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
