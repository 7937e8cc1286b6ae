import type { Address, Chain, WireTypedData } from '@per-second/protocol/types'
import { BaseError, http, type LocalAccount, RpcRequestError, TimeoutError, type Transport } from 'viem'
import { isSameAddress } from '../chains/is-same-address.ts'
import { recoversTo } from '../signing/recovers-to.ts'
import { readAccountKind, readBalance, readLatestTimestamp, readLogs } from '../wallet/chain-reads.ts'
import { converted, convertWalletError, walletError } from '../wallet/convert-wallet-error.ts'
import { encodeStop } from '../wallet/encode-stop.ts'
import { limitRead } from '../wallet/limit-read.ts'
import { readOpeningState } from '../wallet/read-opening.ts'
import { requestTypedData } from '../wallet/request-typed-data.ts'
import { sendSigned } from '../wallet/send-signed.ts'
import { keySignature, requireHash, requireHex } from '../wallet/spelled-hex.ts'
import { type SigningWallet, WalletError } from '../wallet/wallet.ts'
import { requireChain, type WalletProvider } from '../wallet/wallet-provider.ts'
import { invalid } from './checked-limits.ts'

/** The payer: a viem account, or an EIP-1193 provider with one of its accounts. */
export type ProgramAccount =
  | Pick<LocalAccount, 'address' | 'signTypedData' | 'type'>
  | { address: Address; provider: WalletProvider }

/**
 * A wallet over a program's account. The chain is read through the account's provider, else the given transport, else the endpoint in
 * the table of chains. The service names the endpoint of a chain outside the table.
 *
 * @throws {WalletError} `chain_mismatch` where these are on another network
 * @throws {AuthoriseError} `parameter_invalid` without an endpoint
 */
export async function programWallet(
  account: ProgramAccount,
  { chain, transport }: { chain: Chain; transport: Transport | undefined },
): Promise<SigningWallet> {
  const { address } = account
  const isLocal = 'signTypedData' in account
  const provider = isLocal ? transportProvider(transport ?? endpointOf(chain)) : account.provider
  const read = <T>(work: () => Promise<T>) => converted(() => limitRead(work))
  const isThere = () => requireChain(provider, chain.chain_id)
  await converted(isThere)

  const sign = async (typedData: WireTypedData, asking?: () => void | Promise<void>): Promise<unknown> => {
    if (!isLocal) return requestTypedData(provider, { spelling: address, typedData, asking })
    await asking?.()
    return account.signTypedData(typedData as unknown as Parameters<LocalAccount['signTypedData']>[0])
  }
  return {
    ensureChain: () => converted(isThere),
    signTypedData: (typedData, asking) =>
      converted(async () => {
        if (!isSameAddress(address, typedData.message.from)) throw walletError('account_changed')
        await isThere()
        const given = await sign(typedData, asking)
        return keySignature(requireHex(given), signature =>
          recoversTo({ typedData, signature, payer: address }),
        )
      }),
    stopMeter: (escrow, terms) =>
      converted(async () => {
        await isThere()
        const call = { to: escrow, data: encodeStop(terms) }
        if (isLocal) {
          const price = BigInt(String(await provider.request({ method: 'eth_gasPrice' })))
          // A quarter above the endpoint's price, so that the stop is not left behind.
          const fees = { chainId: chain.chain_id, gasPrice: (price * 5n) / 4n }
          return sendSigned({ ...call, ...fees, account: account as LocalAccount }, provider)
        }
        const params = [{ from: address, ...call }]
        return requireHash(await provider.request({ method: 'eth_sendTransaction', params }))
      }),
    balanceOf: token => read(() => readBalance(provider, token, address)),
    accountKind: () => read(() => readAccountKind(provider, address)),
    latestBlockTimestamp: () => read(() => readLatestTimestamp(provider)),
    logsSince: (transaction, filter) => read(() => readLogs(provider, transaction, filter)),
    readOpening: opening => read(() => readOpeningState(provider, opening)),
  }
}

/** @throws {AuthoriseError} `parameter_invalid` */
function endpointOf({ chain_id, rpc_urls: [endpoint] }: Chain): Transport {
  if (endpoint === undefined)
    throw invalid('chain', `{ transport }: nothing names an RPC endpoint of chain ${chain_id}`)
  return http(endpoint)
}

/** The endpoint fails or refuses here, not a wallet. Its address may hold a key, so only the cause has it. */
function transportProvider(transport: Transport): WalletProvider {
  const { request } = transport({ retryCount: 1 })
  return {
    request: call =>
      request(call as Parameters<typeof request>[0]).catch(error => {
        const { code } = convertWalletError(error)
        throw new WalletError(code, `The chain’s RPC endpoint ${reasonOf(error)}`, { cause: error })
      }),
  }
}

/** Only a node's own words are repeated: any other error may hold the endpoint's address. */
function reasonOf(error: unknown): string {
  const caught = error instanceof BaseError ? error : null
  const refusal = caught?.walk(each => each instanceof RpcRequestError)
  if (refusal instanceof RpcRequestError)
    return refusal.details ? `refused the request: ${refusal.details}` : 'refused the request.'
  return caught instanceof TimeoutError ? 'did not answer in time.' : 'could not be reached or read.'
}
