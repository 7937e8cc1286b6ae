import type { Address, Chain, Hex, WireTypedData } from '@per-second/protocol/types'
import { createWalletClient, custom, http, type LocalAccount, type Transport } from 'viem'
import { isSameAddress } from '../chains/is-same-address.ts'
import { recoversTo } from '../signing/recovers-to.ts'
import { readAccountKind, readBalance, readLatestTimestamp, readLogs } from '../wallet/chain-reads.ts'
import { convertWalletError, walletError } from '../wallet/convert-wallet-error.ts'
import { encodeStop } from '../wallet/encode-stop.ts'
import { limitRead } from '../wallet/limit-read.ts'
import { readOpeningState } from '../wallet/read-opening.ts'
import { requestTypedData } from '../wallet/request-typed-data.ts'
import { keySignature, spelledHex } from '../wallet/spelled-hex.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { providerChainId, type WalletProvider } from '../wallet/wallet-provider.ts'

/** The payer: a viem account, or an EIP-1193 provider with one of its accounts. */
export type ProgramAccount =
  | Pick<LocalAccount, 'address' | 'signTypedData' | 'type'>
  | { address: Address; provider: WalletProvider }

/** The element's wallet port, without the methods that connect and choose a wallet. */
export type ProgramWallet = Pick<
  Wallet,
  | 'signTypedData'
  | 'stopMeter'
  | 'balanceOf'
  | 'accountKind'
  | 'latestBlockTimestamp'
  | 'logsSince'
  | 'readOpening'
> & { address: Address }

/**
 * A wallet over a program's account. The chain is read through the account's provider, else the given transport, else the endpoint in
 * the table of chains. The service names the endpoint of a chain outside the table.
 *
 * @throws {WalletError} `chain_mismatch` where these are on another network
 */
export async function programWallet(
  account: ProgramAccount,
  { chain, transport }: { chain: Chain; transport: Transport | undefined },
): Promise<ProgramWallet> {
  const { address } = account
  const isLocal = 'signTypedData' in account
  const provider = isLocal ? transportProvider(transport ?? http(chain.rpc_urls[0])) : account.provider
  const requireChain = async () => {
    if ((await providerChainId(provider)) !== chain.chain_id) throw walletError('chain_mismatch')
  }
  const read = <T>(work: () => Promise<T>) => converted(() => limitRead(work))
  await converted(requireChain)

  const sign = async (typedData: WireTypedData, asking?: () => void): Promise<unknown> => {
    if (!isLocal) return requestTypedData(provider, { spelling: address, typedData, asking })
    asking?.()
    return account.signTypedData(typedData as unknown as Parameters<LocalAccount['signTypedData']>[0])
  }
  return {
    address,
    signTypedData: (typedData, asking) =>
      converted(async () => {
        if (!isSameAddress(address, typedData.message.from)) throw walletError('account_changed')
        await requireChain()
        const given = spelledHex(await sign(typedData, asking))
        if (given === null) throw walletError('wallet_failed')
        return keySignature(given, signature => recoversTo({ typedData, signature, payer: address }))
      }),
    stopMeter: (escrow, terms) =>
      converted(async () => {
        await requireChain()
        const call = { to: escrow, data: encodeStop(terms) }
        if (isLocal) return sendByKey(account as LocalAccount, provider, call)
        const params = [{ from: address, ...call }]
        const hash = spelledHex(await provider.request({ method: 'eth_sendTransaction', params }))
        if (hash === null) throw walletError('wallet_failed')
        return hash
      }),
    balanceOf: token => read(() => readBalance(provider, token, address)),
    accountKind: () => read(() => readAccountKind(provider, address)),
    latestBlockTimestamp: () => read(() => readLatestTimestamp(provider)),
    logsSince: (transaction, filter) => read(() => readLogs(provider, transaction, filter)),
    readOpening: opening => read(() => readOpeningState(provider, opening)),
  }
}

/** The gas price is a quarter above the endpoint's. Every chain accepts a single price, even one with free blocks. */
async function sendByKey(
  account: LocalAccount,
  provider: WalletProvider,
  call: { to: Address; data: Hex },
): Promise<Hex> {
  const price = spelledQuantity(await provider.request({ method: 'eth_gasPrice' }))
  const transport = custom({ request: request => provider.request(request) })
  const client = createWalletClient({ account, transport })
  return client.sendTransaction({ ...call, chain: null, gasPrice: (price * 5n) / 4n })
}

function spelledQuantity(answer: unknown): bigint {
  if (typeof answer === 'string' && /^0x[\da-f]+$/i.test(answer)) return BigInt(answer)
  throw walletError('wallet_failed', answer)
}

function transportProvider(transport: Transport): WalletProvider {
  const { request } = transport({ retryCount: 1 })
  return { request: call => request(call as Parameters<typeof request>[0]) }
}

async function converted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw convertWalletError(error)
  }
}
