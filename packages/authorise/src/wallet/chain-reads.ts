import type { Address, Hex } from '@per-second/protocol/types'
import {
  concatHex,
  hexToBigInt,
  hexToNumber,
  isHex,
  padHex,
  type RpcBlock,
  type RpcLog,
  type RpcTransactionReceipt,
  size,
  withRetry,
} from 'viem'
import { walletError } from './convert-wallet-error.ts'
import type { AccountKind, WalletLog } from './wallet.ts'
import type { WalletProvider } from './wallet-provider.ts'

/** Selector of ERC-20's `balanceOf(address)`. viem's contract actions would double the weight of the wallet's chunk. */
const BALANCE_OF: Hex = '0x70a08231'

/** EIP-7702: a delegated account's code is this marker and the 20 bytes of the address it delegates to. */
const DELEGATION_MARKER = '0xef0100'
const DELEGATION_BYTES = 23

/** Balance of `account` in base units of `token`, on the chain the provider is on. */
export async function readBalance(
  provider: WalletProvider,
  token: Address,
  account: Address,
): Promise<bigint> {
  const data = concatHex([BALANCE_OF, padHex(account, { size: 32 })])
  const answer = await callContract(provider, { to: token, data }, 'latest')
  // An address without code returns `0x`: the token does not exist there, which differs from a balance of zero.
  if (size(answer) !== 32) throw walletError('wallet_failed', answer)
  return hexToBigInt(answer)
}

export async function readAccountKind(provider: WalletProvider, account: Address): Promise<AccountKind> {
  const code = await readCode(provider, account, 'latest')
  if (size(code) === 0) return 'key'
  return code.toLowerCase().startsWith(DELEGATION_MARKER) && size(code) === DELEGATION_BYTES
    ? 'delegated'
    : 'contract'
}

/** The code at an address. `0x` if there is none, which some endpoints return as null. */
export async function readCode(
  provider: WalletProvider,
  address: Address,
  block: Hex | 'latest',
): Promise<Hex> {
  const code = (await ask(provider, 'eth_getCode', [address, block])) ?? '0x'
  if (!isHex(code)) throw walletError('wallet_failed', code)
  return code
}

export async function readLatestTimestamp(provider: WalletProvider): Promise<number> {
  const { timestamp } = await readLatestBlock(provider)
  return hexToNumber(timestamp)
}

export async function readLatestBlock(provider: WalletProvider): Promise<RpcBlock> {
  const block = (await ask(provider, 'eth_getBlockByNumber', ['latest', false])) as RpcBlock | null
  if (!block) throw walletError('wallet_failed')
  return block
}

export async function callContract(
  provider: WalletProvider,
  call: { to: Address; data: Hex },
  block: Hex | 'latest',
): Promise<Hex> {
  const answer = await ask(provider, 'eth_call', [call, block])
  if (!isHex(answer)) throw walletError('wallet_failed', answer)
  return answer
}

export async function readLogs(
  provider: WalletProvider,
  transaction: Hex,
  { contract, topic }: { contract: Address; topic: Hex },
): Promise<WalletLog[]> {
  const receipt = (await ask(provider, 'eth_getTransactionReceipt', [
    transaction,
  ])) as RpcTransactionReceipt | null
  if (!receipt) throw walletError('wallet_failed')
  const logs = (await ask(provider, 'eth_getLogs', [
    { address: contract, topics: [null, topic], fromBlock: receipt.blockNumber, toBlock: 'latest' },
  ])) as RpcLog[]
  return logs.flatMap(({ transactionHash, topics }) =>
    transactionHash === null ? [] : [{ transactionHash, topics }],
  )
}

/** A wallet's endpoint may fail once. A direct request, because a viem client would weigh as much as all reads together. */
function ask(provider: WalletProvider, method: string, params: unknown[]): Promise<unknown> {
  return withRetry(() => provider.request({ method, params }), { retryCount: 1, delay: 150 })
}
