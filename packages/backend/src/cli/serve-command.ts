import { nearestName } from '@per-second/protocol/nearest-name'
import type { Command } from 'commander'
import { ENVIRONMENT_HELP, type Environment } from '../options/environment.ts'
import { type RunFlags, type RunOptions, readRunOptions } from '../options/run-options.ts'

const EXAMPLES = `
Examples:
  A service to develop against, with everything embedded:
    npx @per-second/backend --port 4243 --data .data/backend

  Several processes on one database and two real chains:
    export DATABASE_URL=postgres://billing@db/billing OPERATOR_KEY=0x… LIVE_OPERATOR_KEY=0x…
    npx @per-second/backend --host 0.0.0.0 \\
      --rpc-url https://testnet.example --chain-id 11155111 --token 0x… \\
      --live-rpc-url https://rpc.example --live-rpc-url https://spare.example --live-chain-id 43114
`

/** Gives the program itself its options and what it does without a command: run the service. */
export function addServe(
  program: Command,
  environment: Environment,
  serve: (options: RunOptions) => Promise<void>,
): void {
  addRunOptions(program)
  program.addHelpText('after', `\n${ENVIRONMENT_HELP}${EXAMPLES}`)
  program.action(async (flags: RunFlags) => {
    const [word] = program.args
    if (word !== undefined) refuseCommand(program, word)
    await serve(readRunOptions(flags, environment))
  })
}

/** What does not look like a command is not repeated: it may be an address with a password, behind a space too many. */
function refuseCommand(program: Command, word: string): never {
  const isWord = /^[\w-]{1,30}$/.test(word)
  const names = program.commands.map(command => command.name())
  const meant = isWord ? nearestName(word, names) : null
  const refusal = isWord ? `unknown command '${word}'` : 'what stands behind the options is no command'
  program.error(meant === null ? refusal : `${refusal}\n(Did you mean ${meant}?)`)
}

/** Everything that says where a service's database and chains are, and how it bills. */
export function addRunOptions(command: Command): Command {
  command
    .optionsGroup('Service:')
    .option('--port <n>', 'port to listen on, 0 for any free one', '4243')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <dir>', 'where database, chain and keys are kept', '.data/backend')
    .option(
      '--database-url <url>',
      'PostgreSQL instead of SQLite; several processes may share it on real chains',
    )
    .option('--json', 'print one JSON line when ready, and nothing else on stdout')
    .option('--log <level>', 'trace, debug, info, warn, error or silent', 'warn')
    .option('--rate-limit <n>', 'requests a second for each merchant and mode (default: 100, locally none)')
    .option(
      '--webhook-port <n>',
      'a port that webhooks may be sent to besides 443 and 80; repeatable; locally any',
      collect,
    )
    .option(
      '--keep-events <days>',
      'how long events, and what became of their deliveries, can be looked up, 7 at least, or "forever" (default: 30, locally forever)',
    )
    .optionsGroup('Billing:')
    .option('--settle-every <seconds>', "seconds of a meter's time between settlements", '3600')
    .option('--fee-bps <n>', 'fee in basis points, 0 to 1000', '100')
    .option('--min-settlement <ausd>', 'less is carried to the next settlement (default: 0.01, locally 0)')
    .option('--min-deposit <ausd>', 'a meter of a lesser deposit is not offered (default: 0.1, locally 0)')
    .option('--max-open-meters <n>', 'that a customer may have at once (default: 100, locally any number)')
    .option(
      '--meter-cost <ausd>',
      'what a meter costs you in gas, opened to closed; 0 counts no gas; doctor prints it (default: 0.01, locally 0)',
    )
    .option(
      '--payer-allowance <n>',
      "openings a day whose gas a payer's fees at a merchant need not have paid for (default: 10)",
    )
    .option('--gas-allowance <n>', 'the same of all payers of a merchant (default: 200)')
  addChain(
    command,
    'Test mode on a real chain (without any chain: local mode, an embedded one for both modes):',
    '',
  )
  addChain(command, 'Live mode on a real chain:', 'live-')
  return command
}

function addChain(command: Command, heading: string, prefix: '' | 'live-'): void {
  const escrow = prefix === '' ? "this project's test escrow" : "this project's live escrow"
  command
    .optionsGroup(heading)
    .option(`--${prefix}rpc-url <url>`, 'endpoint of the chain; repeat it for spare ones', collect)
    .option(`--${prefix}public-rpc-url <url>`, 'what wallets are told to use; repeatable', collect)
    .option(`--${prefix}chain-id <n>`, 'the chain the endpoints must be on')
    .option(`--${prefix}escrow <address>`, `the escrow contract (default: ${escrow})`)
    .option(`--${prefix}escrow-salt <hex>`, 'salt of an escrow of your own, which gives its address')
    .option(`--${prefix}token <address>`, 'AUSD (default: the one known on this chain)')
    .option(`--${prefix}fee-recipient <address>`, 'who gets the fees (default: the operator)')
    .option(`--${prefix}confirmations <n>`, 'blocks to wait for, or "safe" or "finalized" (default: 3)')
    .option(
      `--${prefix}reorg-depth <n>`,
      'deepest reorganisation that is followed, in blocks, 0 to 1000 (default: 64)',
    )
    .option(`--${prefix}max-fee <gwei>`, 'the most to pay for a unit of gas, tip included (default: 500)')
    .option(`--${prefix}replace-after <seconds>`, 'wait for a block, then offer more gas (default: 60)')
    .option(`--${prefix}rpc-timeout <seconds>`, 'how long an endpoint has to answer (default: 10)')
    .option(
      `--${prefix}wallet-factory <address>`,
      "deploys a payer's wallet whatever the call says; repeatable (standard Coinbase and Safe wallets need none)",
      collect,
    )
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value]
}
