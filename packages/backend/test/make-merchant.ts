import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { BACKEND_COMMAND } from './backend-program.ts'
import type { MadeMerchant } from './merchant.ts'

/**
 * The output of an administrative command of the service with `--json`.
 *
 * @param args end with the options that name the service
 * @throws the command's message when it fails
 */
// biome-ignore lint/suspicious/noExplicitAny: tests read JSON as operators do, and assert on what they find
export function administer(...args: string[]): Promise<any> {
  return administerWith({}, ...args)
}

/** @param env is added to this process's environment */
// biome-ignore lint/suspicious/noExplicitAny: as above
export async function administerWith(env: Record<string, string>, ...args: string[]): Promise<any> {
  const command = [...BACKEND_COMMAND, ...args, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } })
  return JSON.parse(stdout)
}

/** A merchant made on the command line, as outside local mode. */
export function makeMerchant(...access: string[]): Promise<MadeMerchant> {
  const payout = privateKeyToAddress(generatePrivateKey())
  return administer('merchants', 'create', '--name', 'Shop', '--payout-address', payout, ...access)
}
