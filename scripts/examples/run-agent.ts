import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { runCommand } from './run-command.ts'

/**
 * The way of a program without a page: its account is funded, then it rents, carries on, cancels and prints its receipt.
 *
 * @throws where it fails, or its receipt does not verify
 */
export async function runAgent(
  folder: string,
  shop: string,
  { url, chain, admin_token }: { url: string; chain: { rpc_url: string }; admin_token: string },
): Promise<void> {
  const key = generatePrivateKey()
  const funded = await fetch(`${url}/_local/faucet`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${admin_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ wallet_address: privateKeyToAddress(key), amount: '10' }),
  })
  if (!funded.ok) throw new Error(`The faucet answered ${funded.status}.`)
  const env = { AGENT_KEY: key, BILLING_URL: url, RPC_URL: chain.rpc_url, SHOP_URL: shop }
  const said = await runCommand(folder, ['npm', 'run', '--silent', 'agent'], env)
  if (!said.includes('AUSD charged, verified')) throw new Error(`The agent has no receipt:\n${said}`)
}
