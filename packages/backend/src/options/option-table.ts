import type { ServiceVariable } from '@per-second/protocol/service-variables'
import {
  address,
  baseAddress,
  baseUnits,
  bytes32,
  confirmations,
  daysInMillis,
  gwei,
  httpAddress,
  logLevel,
  type Reader,
  wholeNumber,
} from './parse-value.ts'

/** An option of the service, for the command line, `--help`, the configuration page and the reading of its value. */
export type OptionRow = {
  /** The name of its value in `--help`, absent for a switch. */
  value?: string
  help: string
  /** May be given several times. */
  many?: true
  /** Its value unless given, and another one without a real chain. */
  default?: string
  locally?: string
  /** Without a real chain there is no limit unless one is given: the word for that. */
  unlimited?: string
  /** Absent where a value is read together with another source. */
  read?: Reader<unknown>
}

type Table = Record<string, OptionRow>

/** The flags that a table gives, by the names of its rows. */
export type FlagsOf<Rows extends Table> = {
  [Name in keyof Rows]?: Rows[Name] extends { many: true } ? string[] : string
}

/** The values that a table gives: lists, and null for an option that may have no value. */
export type ValuesOf<Rows extends Table> = {
  [Name in keyof Rows as Rows[Name] extends { read: unknown } ? Name : never]: Rows[Name] extends {
    read: Reader<infer Value>
  }
    ? Rows[Name] extends { many: true }
      ? Value[]
      : Rows[Name] extends { default: string; unlimited?: never }
        ? Value
        : Value | null
    : never
}

const text: Reader<string> = (_, given) => given
const ADDRESS = { value: '<address>', read: address } as const
const AUSD = { value: '<ausd>', read: baseUnits } as const
const URL = { value: '<url>', read: httpAddress } as const

function whole(min: number, max: number, value = '<n>') {
  const read: Reader<number> = (name, given) => wholeNumber(name, given, { min, max })
  return { value, read }
}

export const SERVICE_OPTIONS = {
  port: { ...whole(0, 65_535), help: 'port to listen on, 0 for any free one', default: '4243' },
  host: { value: '<address>', read: text, help: 'address to listen on', default: '127.0.0.1' },
  publicUrl: {
    ...URL,
    read: baseAddress,
    help: 'address of the service for its callers, for the links in errors',
  },
  data: {
    value: '<dir>',
    read: text,
    help: 'folder of database, chain and keys',
    default: '.data/backend',
  },
  databaseUrl: {
    value: '<url>',
    help: 'PostgreSQL instead of SQLite, on real chains for several processes',
  },
  json: { help: 'print one JSON line when ready, and nothing else on stdout' },
  log: {
    value: '<level>',
    read: logLevel,
    help: 'trace, debug, info, warn, error or silent',
    default: 'warn',
  },
  rateLimit: {
    ...whole(1, 1e6),
    help: 'requests a second for each merchant and mode',
    default: '100',
    unlimited: 'none',
  },
  webhookPort: {
    ...whole(1, 65_535),
    help: 'a port for webhooks besides 443 and 80, repeatable, locally any',
    many: true,
  },
  keepEvents: {
    value: '<days>',
    read: daysInMillis(7, 36_500),
    help: 'how long events and their deliveries are kept, at least 7, or "forever"',
    default: '30',
    unlimited: 'forever',
  },
} as const satisfies Record<string, OptionRow>

/** On a real chain each opening and settlement costs the operator gas: a fee of a hundredth has to bring it back. */
export const BILLING_OPTIONS = {
  settleEvery: {
    ...whole(1, 2_592_000, '<seconds>'),
    help: "seconds of a meter's time between settlements",
    default: '3600',
  },
  feeBps: { ...whole(0, 1_000), help: 'fee in basis points, 0 to 1000', default: '100' },
  minSettlement: {
    ...AUSD,
    help: 'a smaller settlement is carried to the next one',
    default: '0.01',
    locally: '0',
  },
  minDeposit: { ...AUSD, help: 'smallest deposit of a meter', default: '0.1', locally: '0' },
  maxOpenMeters: {
    ...whole(1, 1_000_000),
    help: 'most open meters of a customer',
    default: '100',
    unlimited: 'any number',
  },
  meterCost: {
    ...AUSD,
    help: 'gas for a meter from opening to closing, printed by doctor. 0 counts no gas',
    default: '0.01',
    locally: '0',
  },
  payerAllowance: {
    ...whole(1, 1_000_000),
    help: "openings a day for which a payer's fees at a merchant need not cover the gas",
    default: '10',
  },
  gasAllowance: { ...whole(1, 100_000_000), help: 'the same for all payers of a merchant', default: '200' },
} as const satisfies Record<string, OptionRow>

/** The options of a mode's real chain. The flags of live mode begin with `live-`. */
export const CHAIN_OPTIONS = {
  rpcUrl: { ...URL, help: 'endpoint of the chain, repeatable for spare ones', many: true },
  publicRpcUrl: { ...URL, help: 'endpoint for wallets, repeatable', many: true },
  chainId: { ...whole(1, Number.MAX_SAFE_INTEGER), help: 'the required chain of the endpoints' },
  escrow: { ...ADDRESS, help: "the escrow contract (default: this project's {mode} escrow)" },
  escrowSalt: {
    value: '<hex>',
    read: bytes32,
    help: 'salt of your own escrow, which determines its address',
  },
  token: { ...ADDRESS, help: 'AUSD (default: the known one of this chain)' },
  feeRecipient: { ...ADDRESS, help: 'recipient of the fees (default: the operator)' },
  confirmations: {
    value: '<n>',
    read: confirmations,
    help: 'blocks to wait for, or "safe" or "finalized"',
    default: '3',
  },
  reorgDepth: {
    ...whole(0, 1_000),
    help: 'deepest reorganisation to follow, in blocks below the confirmed ones, 0 to 1000',
    default: '64',
  },
  maxFee: {
    value: '<gwei>',
    read: gwei,
    help: 'highest price of a unit of gas, tip included',
    default: '500',
  },
} as const satisfies Record<string, OptionRow>

/** The variables of the environment, which `main.js` alone reads. */
export const VARIABLES = {
  DATABASE_URL: 'as --database-url, but hidden from process lists',
  OPERATOR_KEY: "private key of the test mode's operator, for --rpc-url. To change it: NEW,OLD",
  LIVE_OPERATOR_KEY: 'the same for live mode, for --live-rpc-url',
  DEPLOYER_KEY: 'private key of an account with only gas, which deploys smart wallets of payers (ERC-6492)',
  LIVE_DEPLOYER_KEY: 'the same for live mode',
  SECRETS_KEY:
    '32 bytes in base64 that seal webhook secrets, the same for all processes on one database (default: created in --data). To change it: NEW,OLD',
  ADMIN_TOKEN: 'opens /metrics outside local mode',
} as const satisfies Record<ServiceVariable, string>

export type Environment = { [Name in ServiceVariable]?: string | undefined }

/**
 * The values of a table's options, as given or by default.
 *
 * @throws {OptionError} for a value that cannot be used
 */
export function readTable<Rows extends Table>(
  table: Rows,
  flags: FlagsOf<Rows>,
  { hasRealChain, prefix = '--' }: { hasRealChain: boolean; prefix?: string },
): ValuesOf<Rows> {
  const given = flags as Record<string, string | string[] | undefined>
  const values = Object.entries<OptionRow>(table).map(([name, row]) => {
    const { read = text, many, default: usual, locally = usual, unlimited } = row
    const option = prefix + optionName(name)
    const local = unlimited === undefined ? locally : undefined
    const texts = [given[name] ?? (hasRealChain ? usual : local) ?? []].flat()
    const found = texts.map(each => read(option, each))
    return [name, many ? found : (found[0] ?? null)]
  })
  return Object.fromEntries(values) as ValuesOf<Rows>
}

/** `minSettlement` as it is typed: `min-settlement`. */
export function optionName(name: string): string {
  return name.replaceAll(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)
}
