import { readFile } from 'node:fs/promises'
import type { Chain } from '@per-second/protocol/types'

/** Where the script lies beside the built service, and where in the repository once the element was built. */
const PLACES = ['./test-wallet.js', '../../../authorise/dist/testing/test-wallet.js']

/** One classic script that puts a test wallet and a button of the faucet on a page, or null where it was not built. */
export async function testWalletScript({
  rpc_urls: [rpcUrl],
  chain_id: chainId,
}: Chain): Promise<string | null> {
  for (const place of PLACES) {
    const script = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => null)
    if (script === null) continue
    const options = { rpcUrl, chainId, faucetPath: '/_local/test_wallet/fund' }
    return `globalThis.perSecondTestWallet ??= ${JSON.stringify(options)};\n${script}`
  }
  return null
}
