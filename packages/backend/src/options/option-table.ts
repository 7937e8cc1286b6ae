/** An option of the service, as the command line, `--help` and the reading of its value know it. */
export type OptionRow = {
  /** The name of its value in `--help`, absent for a switch. */
  value?: string
  help: string
  /** May be given several times. */
  many?: true
  /** Its value unless given, and another one without a real chain. */
  default?: string
  locally?: string
}

/** The flags that a table gives, by the names of its rows. */
export type FlagsOf<Table extends Record<string, OptionRow>> = {
  [Name in keyof Table as Table[Name] extends { many: true } ? Name : never]?: string[]
} & {
  [Name in keyof Table as Table[Name] extends { many: true } ? never : Name]?: string
}

export const SERVICE_OPTIONS = {
  port: { value: '<n>', help: 'port to listen on, 0 for any free one', default: '4243' },
  host: { value: '<address>', help: 'address to listen on', default: '127.0.0.1' },
  data: { value: '<dir>', help: 'where database, chain and keys are kept', default: '.data/backend' },
  databaseUrl: {
    value: '<url>',
    help: 'PostgreSQL instead of SQLite; several processes may share it on real chains',
  },
  json: { help: 'print one JSON line when ready, and nothing else on stdout' },
  log: { value: '<level>', help: 'trace, debug, info, warn, error or silent', default: 'warn' },
  rateLimit: {
    value: '<n>',
    help: 'requests a second for each merchant and mode',
    default: '100',
    locally: 'none',
  },
  webhookPort: {
    value: '<n>',
    help: 'a port that webhooks may be sent to besides 443 and 80; repeatable; locally any',
    many: true,
  },
  keepEvents: {
    value: '<days>',
    help: 'how long events, and what became of their deliveries, can be looked up, 7 at least, or "forever"',
    default: '30',
    locally: 'forever',
  },
} as const satisfies Record<string, OptionRow>

/** On a real chain each opening and settlement costs the operator gas: a fee of a hundredth has to bring it back. */
export const BILLING_OPTIONS = {
  settleEvery: { value: '<seconds>', help: "seconds of a meter's time between settlements", default: '3600' },
  feeBps: { value: '<n>', help: 'fee in basis points, 0 to 1000', default: '100' },
  minSettlement: {
    value: '<ausd>',
    help: 'less is carried to the next settlement',
    default: '0.01',
    locally: '0',
  },
  minDeposit: {
    value: '<ausd>',
    help: 'a meter of a lesser deposit is not offered',
    default: '0.1',
    locally: '0',
  },
  maxOpenMeters: {
    value: '<n>',
    help: 'that a customer may have at once',
    default: '100',
    locally: 'any number',
  },
  meterCost: {
    value: '<ausd>',
    help: 'what a meter costs you in gas, opened to closed; 0 counts no gas; doctor prints it',
    default: '0.01',
    locally: '0',
  },
  payerAllowance: {
    value: '<n>',
    help: "openings a day whose gas a payer's fees at a merchant need not have paid for",
    default: '10',
  },
  gasAllowance: { value: '<n>', help: 'the same of all payers of a merchant', default: '200' },
} as const satisfies Record<string, OptionRow>

/** The options of a mode's real chain. The flags of live mode begin with `live-`. */
export const CHAIN_OPTIONS = {
  rpcUrl: { value: '<url>', help: 'endpoint of the chain; repeat it for spare ones', many: true },
  publicRpcUrl: { value: '<url>', help: 'what wallets are told to use; repeatable', many: true },
  chainId: { value: '<n>', help: 'the chain the endpoints must be on' },
  escrow: { value: '<address>', help: "the escrow contract (default: this project's {mode} escrow)" },
  escrowSalt: { value: '<hex>', help: 'salt of an escrow of your own, which gives its address' },
  token: { value: '<address>', help: 'AUSD (default: the one known on this chain)' },
  feeRecipient: { value: '<address>', help: 'who gets the fees (default: the operator)' },
  confirmations: { value: '<n>', help: 'blocks to wait for, or "safe" or "finalized"', default: '3' },
  reorgDepth: {
    value: '<n>',
    help: 'deepest reorganisation that is followed, in blocks, 0 to 1000',
    default: '64',
  },
  maxFee: { value: '<gwei>', help: 'the most to pay for a unit of gas, tip included', default: '500' },
  replaceAfter: { value: '<seconds>', help: 'wait for a block, then offer more gas', default: '60' },
  rpcTimeout: { value: '<seconds>', help: 'how long an endpoint has to answer', default: '10' },
  walletFactory: {
    value: '<address>',
    help: "deploys a payer's wallet whatever the call says; repeatable (standard Coinbase and Safe wallets need none)",
    many: true,
  },
} as const satisfies Record<string, OptionRow>

/** The value of an option that was not given, on a real chain or without one. */
export function defaultOf(row: { default: string; locally?: string }, hasRealChain: boolean): string {
  return hasRealChain ? row.default : (row.locally ?? row.default)
}

/** `minSettlement` as it is typed: `min-settlement`. */
export function optionName(name: string): string {
  return name.replaceAll(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)
}
