import { DemoError } from '../errors/demo-error.ts'

/** Gives whole test AUSD, a decimal string, to a wallet. Resolves when it has arrived. */
export type Faucet = (walletAddress: string, amount: string) => Promise<void>

/** The admin token stays here, on the store's server. */
export function createFaucet(options: { billingUrl: string; adminToken: string }): Faucet {
  return async (walletAddress, amount) => {
    const response = await fetch(`${options.billingUrl}/_local/faucet`, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.adminToken}`, 'content-type': 'application/json' },
      // With coin for gas: a subscriber may stop the meter on the chain without the service, and other wallets than ours pay a tip.
      body: JSON.stringify({ wallet_address: walletAddress, amount, native: true }),
      signal: AbortSignal.timeout(20_000),
    }).catch(cause => {
      throw new DemoError('faucet_failed', 'The billing service did not answer.', { cause })
    })
    if (!response.ok) throw new DemoError('faucet_failed', `The faucet answered ${response.status}.`)
  }
}
