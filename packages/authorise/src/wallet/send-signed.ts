import type { Hex } from '@per-second/protocol/types'
import type { LocalAccount } from 'viem'
import type { WalletProvider } from './wallet-provider.ts'

type SignedCall = { account: LocalAccount; to: Hex; data: Hex; chainId: number; gasPrice: bigint }

/** Signs a call and submits it, with a single gas price: every chain accepts that. A client of viem's would double a small wallet's size. */
export async function sendSigned({ account, ...call }: SignedCall, provider: WalletProvider): Promise<Hex> {
  const { to, data } = call
  const ask = (method: string, params: unknown[]) => provider.request({ method, params }) as Promise<Hex>
  const nonce = Number(await ask('eth_getTransactionCount', [account.address, 'pending']))
  const gas = BigInt(await ask('eth_estimateGas', [{ from: account.address, to, data }]))
  return ask('eth_sendRawTransaction', [await account.signTransaction({ ...call, nonce, gas })])
}
