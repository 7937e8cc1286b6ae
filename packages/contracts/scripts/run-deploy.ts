import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { knownChain } from '@per-second/protocol/chains'
import {
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  isAddress,
  isHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { DeployError, type SendCall } from './deploy-code.ts'
import { deployEscrow, type Mode, SHARED_SALTS } from './deploy-escrow.ts'

const USAGE = `Usage: npm run deploy -w @per-second/contracts -- --rpc-url URL --chain ID [--mode test|live]
         [--salt HEX] [--token ADDRESS | --test-token] [--out FILE]

Deploys MeterEscrow at its one address through CREATE2, after comparing the token's DOMAIN_SEPARATOR with AUSD's. What is there
already stays. The addresses are printed and written to FILE (default: deployments/ID-MODE.json of this package, with the salt if it has one of its own).
The key that pays for gas is read from DEPLOYER_PRIVATE_KEY and written nowhere; it gets no rights.
--salt (0x and 64 hexadecimal digits) deploys the same code at an address of your own, so that a freeze by the token's issuer
halts one service only; keep it, for the service needs it (--escrow-salt). Without it the address is the one that services share.
--token is needed on chains whose AUSD this project does not know; --test-token deploys a worthless one, in test mode.
--mode is test if it is left out, which is refused where money is real.
`

/** A fault of the command line or the environment, in a sentence. */
class UsageError extends Error {}

/** The surroundings of one run: `env` holds DEPLOYER_PRIVATE_KEY, `print` and `complain` write to standard output and error. */
export type DeployRun = {
  env: Readonly<Record<string, string | undefined>>
  print(text: string): void
  complain(text: string): void
}

/**
 * Runs the command. Its output never contains the key.
 *
 * @param args without the program's name
 * @returns the exit code: 0, or 1 after a sentence on standard error
 */
export async function runDeploy(args: string[], run: DeployRun): Promise<number> {
  try {
    await deploy(args, run)
    return 0
  } catch (error) {
    run.complain(`${describe(error)}\n`)
    return 1
  }
}

async function deploy(args: string[], { env, print }: DeployRun): Promise<void> {
  const { values } = readArguments(args)
  if (values.help) return print(USAGE)
  const rpcUrl = values['rpc-url']
  const chainId = Number(values.chain)
  const { mode } = values
  if (rpcUrl === undefined || !/^https?:$/.test(URL.parse(rpcUrl)?.protocol ?? ''))
    throw new UsageError('--rpc-url needs a URL that begins with http:// or https://')
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new UsageError('--chain needs a chain id')
  if (mode !== 'test' && mode !== 'live') throw new UsageError('--mode is test or live')
  const known = knownChain(chainId)
  if (mode === 'test' && known?.network === 'main')
    throw new UsageError(
      `money is real on ${known.name}, and pages accept no test session there: --mode live is needed`,
    )
  if (values['test-token'] && values.token !== undefined)
    throw new UsageError('--token names a token and --test-token deploys one: leave one of them out')
  const salt = saltOf(values.salt, mode)
  const token = values['test-token'] ? null : tokenOf(chainId, values.token)
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'native coin', symbol: 'coin', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createPublicClient({ chain, transport: http() })
  const wallet = createWalletClient({
    chain,
    transport: http(),
    account: readAccount(env.DEPLOYER_PRIVATE_KEY),
  })
  const send: SendCall = async call => {
    const hash = await wallet.sendTransaction(call)
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new DeployError('not_deployed', `transaction ${hash} reverted`)
  }
  const { deployed, ...addresses } = await deployEscrow(client, send, { chainId, mode, salt, token })
  const name = `${chainId}-${mode}${salt === null ? '' : `-${salt.slice(2)}`}.json`
  const file = resolve(values.out ?? resolve(import.meta.dirname, '../deployments', name))
  const text = `${JSON.stringify(addresses, null, 2)}\n`
  // Printed before the file is written: a failing write must not lose the addresses of a paid deployment.
  print(`${text}${deployed.length === 0 ? 'all of it was there' : `deployed now: ${deployed.join(', ')}`}\n`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function readArguments(args: string[]) {
  return parseArgs({
    args,
    options: {
      'rpc-url': { type: 'string' },
      chain: { type: 'string' },
      mode: { type: 'string', default: 'test' },
      salt: { type: 'string' },
      token: { type: 'string' },
      'test-token': { type: 'boolean', default: false },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
}

function saltOf(named: string | undefined, mode: Mode): Hex | null {
  if (named === undefined) return null
  if (!isHex(named) || named.length !== 66)
    throw new UsageError('--salt needs 32 bytes: 0x and 64 hexadecimal digits')
  // Two spellings are one salt, and one file.
  const salt = named.toLowerCase() as Hex
  if (salt === SHARED_SALTS[mode === 'test' ? 'live' : 'test'])
    throw new UsageError('--salt is that of the other mode: make one of your own (openssl rand -hex 32)')
  return salt
}

function tokenOf(chainId: number, named: string | undefined): Address {
  const token = named ?? knownChain(chainId)?.token
  if (token === undefined) throw new UsageError(`chain ${chainId} is not known: name its AUSD with --token`)
  if (!isAddress(token)) throw new UsageError('--token needs an address')
  return token
}

function readAccount(key: string | undefined) {
  if (!isHex(key) || key.length !== 66)
    throw new UsageError('DEPLOYER_PRIVATE_KEY must hold a private key: 0x and 64 hexadecimal digits')
  try {
    return privateKeyToAccount(key)
  } catch {
    // The curve's own error has the key in it.
    throw new UsageError('DEPLOYER_PRIVATE_KEY is outside the curve: it is no private key')
  }
}

/** In words, and never with a request's body or the environment: both could hold secrets. */
function describe(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`
  if (error instanceof DeployError) return `${error.code}: ${error.message}`
  if (error instanceof BaseError) return `the RPC failed: ${error.shortMessage}`
  return error instanceof Error ? error.message : 'failed'
}
