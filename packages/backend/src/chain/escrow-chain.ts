import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { AUSD_DOMAIN } from '@per-second/protocol/terms'
import type { Address, Hex, Chain as WireChain } from '@per-second/protocol/types'
import { DEFAULT_REORG_DEPTH } from '../options/chain-options.ts'
import type { Confirmations } from '../options/parse-value.ts'
import type { Chain } from './chain.ts'
import { toChainError } from './chain-error.ts'
import type { ConnectedEscrow } from './connected-escrow.ts'
import type { EmbeddedChain } from './embedded/embedded-chain.ts'
import type { OperatorKey } from './operator-key.ts'
import { Endpoints, type OnRequest } from './transport/endpoints.ts'

export type EscrowChainParameters = {
  /** The operator's endpoints, tried in order. They may hold keys, and are never revealed. */
  rpcUrls: readonly string[]
  /** The endpoints for wallets. */
  publicRpcUrls: readonly string[]
  chainId: number
  name: string
  nativeCurrency: WireChain['native_currency']
  explorer: string | null
  escrow: Address
  /** The salt from which the escrow's address follows, or null for the one that services share. */
  escrowSalt: Hex | null
  token: Address
  operator: OperatorKey
  feeRecipient: Address
  feeBps: number
  confirmations: Confirmations
  /** The most the operator pays for a unit of gas, in wei (default: the chain's price). */
  maxFeePerGas?: bigint
  /** Whether a transaction pays for its gas limit instead of its use (default: false). */
  billsGasLimit?: boolean
  /** The account that deploys the wallets of payers who have none yet (default: none). */
  deployer?: OperatorKey | null
  /** Blocks below the newest confirmed one in which booked events are still followed. */
  reorgDepth?: number
  /** Real milliseconds one endpoint has for one answer. */
  rpcTimeoutMs?: number
  /** Told of every question to an endpoint. */
  onRequest?: OnRequest
  /** The embedded chain, or null for a real one. */
  embedded: Pick<EmbeddedChain, 'rpc' | 'now'> | null
}

const CALLS = [
  ...(['verifyMessage', 'accountKind', 'isFrozen', 'simulate', 'deployWallet', 'deployerGas'] as const),
  ...(['sign', 'signStatement', 'send', 'transactionCount', 'operatorGas', 'meterState'] as const),
  ...(['stopsAfter', 'head', 'nextTimestamp', 'blockHash', 'escrowEvents', 'meterLog'] as const),
  ...(['firstBlockSince', 'countedTransactions', 'outcome'] as const),
  ...(['escrowBalance', 'credits', 'creditOf', 'reprice'] as const),
]
type Call = (typeof CALLS)[number]

/**
 * One escrow on one chain over JSON-RPC. Before the first call no request is sent, and viem is not loaded: the service
 * starts without them. Then the chain is checked once, and again by the next call when that failed.
 */
export function createEscrowChain(parameters: EscrowChainParameters): Chain {
  const { embedded, reorgDepth = DEFAULT_REORG_DEPTH } = parameters
  const { rpcUrls, chainId, escrow, rpcTimeoutMs: timeoutMs, onRequest } = parameters
  const endpoints = embedded?.rpc ?? new Endpoints(rpcUrls, { chainId, timeoutMs, onRequest })
  let connecting: Promise<ConnectedEscrow> | undefined

  /** One of the calls, on a chain that is the right one. */
  const onceConnected = (name: Call) => async (one: never, other: never) => {
    connecting ??= connect(parameters, endpoints).catch(error => {
      connecting = undefined
      throw error
    })
    try {
      const connected = await connecting
      return await (connected[name] as (...both: [never, never]) => unknown)(one, other)
    } catch (error) {
      throw toChainError(error)
    }
  }
  return {
    facts: factsOf(parameters),
    reorgDepth: embedded === null ? reorgDepth : Number.POSITIVE_INFINITY,
    isJournalled: embedded !== null,
    isSignedByKey: async opening =>
      (await import('./accounts/signatures.ts')).isSignedByKey(opening, { chainId, escrow }),
    ...(Object.fromEntries(CALLS.map(name => [name, onceConnected(name)])) as Pick<Chain, Call>),
  }
}

async function connect(parameters: EscrowChainParameters, endpoints: Endpoints): Promise<ConnectedEscrow> {
  const { ConnectedEscrow } = await import('./connected-escrow.ts')
  const escrow = new ConnectedEscrow(parameters, endpoints)
  await escrow.check()
  return escrow
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
    escrow_salt: parameters.escrowSalt,
    operator: parameters.operator.address,
    fee_recipient: parameters.feeRecipient,
    fee_bps: parameters.feeBps,
  }
}
