import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { AUSD_DOMAIN } from '@per-second/protocol/terms'
import type { Address, Hex, Chain as WireChain } from '@per-second/protocol/types'
import { type Confirmations, DEFAULT_REORG_DEPTH } from '../options/chain-options.ts'
import { accountKind } from './account-kind.ts'
import type { Chain, EscrowCall } from './chain.ts'
import { ChainError } from './chain-error.ts'
import { checkConnection } from './check-connection.ts'
import { blockAt, confirmedBlock } from './confirmations.ts'
import type { EmbeddedChain } from './embedded/embedded-chain.ts'
import { encodeCall } from './encode-call.ts'
import { gasLimitOf } from './gas-limits.ts'
import type { OperatorKey } from './operator-key.ts'
import { readContract } from './read-contract.ts'
import { firstBlockSince, readEvents, readMeterLog } from './read-events.ts'
import { createLogReader } from './read-logs.ts'
import { readMeter } from './read-meter.ts'
import { readReceipt } from './read-receipt.ts'
import { currentFees, NO_FEES } from './sender/fees.ts'
import { createRepricedChain } from './sender/repriced-chain.ts'
import { countTransactions, sendTransaction } from './sender/send-transaction.ts'
import { signTransaction } from './sender/transaction-signer.ts'
import { isSignedByKey, verifyMessage } from './signatures.ts'
import { simulateCall } from './simulate-call.ts'
import { tokenAbi } from './token-abi.ts'
import { createJsonRpc } from './transport/json-rpc.ts'
import { fromQuantity, toQuantity } from './transport/quantity.ts'
import { loadViem } from './viem-module.ts'

export type EscrowChainParameters = {
  /** The operator's endpoints, tried in order. They may hold keys; nobody is told them. */
  rpcUrls: readonly string[]
  /** What wallets are told to use. */
  publicRpcUrls: readonly string[]
  chainId: number
  name: string
  nativeCurrency: WireChain['native_currency']
  explorer: string | null
  escrow: Address
  token: Address
  operator: OperatorKey
  feeRecipient: Address
  feeBps: number
  confirmations: Confirmations
  /** The most the operator pays for a unit of gas, in wei; without it whatever the chain asks. */
  maxFeePerGas?: bigint
  /** Blocks below the newest one that counts in which what was booked is still followed. */
  reorgDepth?: number
  /** Real milliseconds one endpoint has for one answer. */
  rpcTimeoutMs?: number
  /** The embedded chain; null for a real one. */
  embedded: Pick<EmbeddedChain, 'rpc' | 'now' | 'send'> | null
  /** Awaited before the first call: the embedded chain's contracts may still be on their way. */
  ready?: () => Promise<void>
}

/**
 * One escrow on one chain over JSON-RPC. Nothing is loaded or asked before the first call; then the chain is checked once, and
 * again by the next call when that failed.
 */
export function createEscrowChain(parameters: EscrowChainParameters): Chain {
  const { chainId, escrow, token, operator, confirmations, embedded, rpcTimeoutMs } = parameters
  const { maxFeePerGas = null, reorgDepth = DEFAULT_REORG_DEPTH } = parameters
  const timeout = rpcTimeoutMs === undefined ? {} : { timeoutMs: rpcTimeoutMs }
  const rpc = embedded?.rpc ?? createJsonRpc(parameters.rpcUrls, { chainId, ...timeout })
  const reading = { logs: createLogReader(), escrow, times: new Map() }
  let checking: Promise<void> | undefined

  const check = async () => {
    await parameters.ready?.()
    await checkConnection(rpc, { chainId, escrow, token })
  }
  /** Runs one of the port's calls on a chain that is the right one. */
  const on = async <T>(work: () => Promise<T>): Promise<T> => {
    checking ??= check()
    try {
      await checking
    } catch (error) {
      checking = undefined
      throw asChainError(error)
    }
    try {
      return await work()
    } catch (error) {
      throw asChainError(error)
    }
  }

  /**
   * Before a conclusion that cannot be taken back: every endpoint must say again which chain it is on, and answers about a block that
   * one of them has shown; one that lags has not got it. Quantity of that block.
   */
  const atNewestSeen = async (): Promise<string> => {
    rpc.distrust()
    const { number } = await blockAt(rpc, 'latest')
    return toQuantity(Math.max(number, rpc.highestBlock() ?? 0))
  }
  const simulate = async (call: EscrowCall) => {
    const simulation = { escrow, token, operator: operator.address, time: embedded?.now() ?? null }
    const failure = await simulateCall(rpc, call, simulation)
    if (failure === null || embedded !== null) return failure
    const repeated = await simulateCall(rpc, call, { ...simulation, block: await atNewestSeen() })
    if (repeated !== null) return repeated
    throw new ChainError('rejected', 'the pending block and the newest one do not agree about a call')
  }
  const head = () => confirmedBlock(rpc, confirmations)
  const repriced = createRepricedChain({ rpc, chainId, operator, maxFeePerGas })

  return {
    facts: factsOf(parameters),
    reorgDepth: embedded === null ? reorgDepth : Number.POSITIVE_INFINITY,
    verifyMessage: signed => on(() => verifyMessage(rpc, signed)),
    isSignedByKey,
    balanceOf: address => on(() => readContract(rpc, token, tokenAbi, 'balanceOf', [address])),
    accountKind: address => on(() => accountKind(rpc, address)),
    simulate: call => on(() => simulate(call)),
    sign: (call, nonce) =>
      on(async () => {
        const fees = embedded === null ? await currentFees(rpc, maxFeePerGas) : NO_FEES
        const data = encodeCall(await loadViem(), call)
        const request = { to: escrow, data, gas: gasLimitOf(call), nonce, fees }
        const signed = await signTransaction(operator, chainId, request)
        return { ...signed, nonce, blockTimestamp: embedded?.now() ?? null }
      }),
    send: transaction =>
      on(() =>
        embedded === null
          ? sendTransaction(rpc, operator.address, transaction)
          : embedded.send(operator.address, transaction),
      ),
    transactionCount: () => on(() => countTransactions(rpc, operator.address)),
    meterState: meterId => on(async () => readMeter(rpc, escrow, meterId, await atNewestSeen())),
    head: () => on(head),
    nextTimestamp: () => on(async () => embedded?.now() ?? (await head()).timestamp),
    blockHash: blockNumber =>
      on(async () => {
        const found = await rpc.request<{ hash: Hex } | null>('eth_getBlockByNumber', [
          toQuantity(blockNumber),
          false,
        ])
        return found?.hash ?? null
      }),
    escrowEvents: (from, to) => on(() => rpc.onOne(one => readEvents(one, reading, from, to))),
    meterLog: (meterId, upTo) => on(() => rpc.onOne(one => readMeterLog(one, reading, meterId, upTo))),
    firstBlockSince: timestamp => on(async () => firstBlockSince(rpc, timestamp, (await head()).number)),
    countedTransactions: blockNumber =>
      on(async () =>
        fromQuantity(
          await rpc.request<Hex>('eth_getTransactionCount', [operator.address, toQuantity(blockNumber)]),
        ),
      ),
    receipt: hash => on(() => readReceipt(rpc, confirmations, hash)),
    knows: hash => on(() => repriced.knows(hash)),
    reprice: offers => on(() => repriced.reprice(offers)),
    isPricedOut: raw => on(() => repriced.isPricedOut(raw)),
  }
}

function factsOf(parameters: EscrowChainParameters): WireChain {
  return {
    object: 'chain',
    chain_id: parameters.chainId,
    name: parameters.name,
    rpc_urls: [...parameters.publicRpcUrls],
    native_currency: parameters.nativeCurrency,
    block_explorer_url: parameters.explorer,
    token: { address: parameters.token, ...AUSD_DOMAIN, symbol: 'AUSD', decimals: TOKEN_DECIMALS },
    escrow: parameters.escrow,
    operator: parameters.operator.address,
    fee_recipient: parameters.feeRecipient,
    fee_bps: parameters.feeBps,
  }
}

/** What is not the chain's own error is an answer that could not be made sense of. */
function asChainError(error: unknown): ChainError {
  if (error instanceof ChainError) return error
  return new ChainError('rejected', 'the chain gave an answer that makes no sense', { cause: error })
}
