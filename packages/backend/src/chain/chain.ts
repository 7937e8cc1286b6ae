import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex, Chain as WireChain, WireTypedData } from '@per-second/protocol/types'

/** A call the operator makes on the escrow. `toSecond` is cumulative (docs/money.md, rule 6). */
export type EscrowCall =
  | { kind: 'open'; terms: MeterTerms; signature: Hex }
  | { kind: 'settle'; terms: MeterTerms; toSecond: number }
  | { kind: 'settleBatch'; items: readonly { terms: MeterTerms; toSecond: number }[] }
  | { kind: 'close'; terms: MeterTerms; toSecond: number }

/**
 * What the escrow knows about one meter. `unknown`: never opened. What was settled follows from the terms, exactly:
 * `dueInBaseUnits(ratePerSecond, billedSeconds)`.
 */
export type MeterState =
  | { status: 'unknown' }
  | {
      status: 'open' | 'closed'
      openedAt: UnixSeconds
      stoppedAt: UnixSeconds | null
      billedSeconds: number
    }

/** The escrow's events this service acts on, decoded, each with its place in the block. */
export type EscrowEvent = { logIndex: number; digest: Hex } & (
  | { type: 'opened' }
  | { type: 'settled'; fromSecond: number; toSecond: number; gross: bigint; fee: bigint }
  | { type: 'closed'; refunded: bigint }
  | { type: 'stopped' }
  | { type: 'reclaimed'; refunded: bigint }
  | { type: 'skipped' }
)

export type ChainReceipt = {
  hash: Hex
  status: 'success' | 'reverted'
  blockNumber: bigint
  blockHash: Hex
  blockTimestamp: UnixSeconds
  events: EscrowEvent[]
}

/** A transaction signed for one nonce but not sent. */
export type SignedTransaction = { hash: Hex; raw: Hex; nonce: number; blockTimestamp: UnixSeconds | null }

/** One of the escrow's events, with the block it is in. */
export type PlacedEvent = EscrowEvent & {
  blockNumber: bigint
  blockHash: Hex
  timestamp: UnixSeconds
  transactionHash: Hex
}

/** What only a real chain has: fees that rise, blocks that vanish, and endpoints that do not agree. */
export type ChainHistory = {
  /** How many blocks below the newest one that counts what was booked is still followed. */
  depth: number
  /** The newest block that counts. */
  newest(): Promise<bigint>
  /** The hash of the block that has this number now; null when no endpoint has come that far. */
  hashOf(blockNumber: bigint): Promise<Hex | null>
  /** Transactions of the operator in blocks that count. */
  countedTransactions(): Promise<number>
  /** The receipt, as `receipt` gives it, from whichever endpoint has it. */
  seekReceipt(hash: Hex): Promise<ChainReceipt | null>
  /** What the escrow said about one meter in a range of blocks, both ends included, oldest first. */
  meterEvents(digest: Hex, fromBlock: bigint, toBlock: bigint): Promise<PlacedEvent[]>
  /** The first block at or after an instant; the newest one when there is none. */
  firstBlockSince(timestamp: UnixSeconds): Promise<bigint>
  /** Whether a node has the transaction, in a block or waiting for one. */
  knows(hash: Hex): Promise<boolean>
  /** The same call and nonce, signed again at fees that replace the dearest of these; null when the cap leaves no room. Sends nothing. */
  reprice(offers: readonly Hex[]): Promise<SignedTransaction | null>
  /** Whether the base fee has risen above all that this transaction offers. */
  isPricedOut(raw: Hex): Promise<boolean>
}

/** Why a simulated call would fail. Derived from the escrow's custom errors and the token's state, never from message texts. */
export type SimulationFailure =
  | 'signature_invalid'
  | 'insufficient_funds'
  | 'token_paused'
  | 'too_late'
  | 'already_open'
  | 'reverted'

/** One escrow on one chain, as one mode uses it. Throws `ChainError` and nothing else. */
export type Chain = {
  /** The answer of the client route, constant for the process. */
  facts: WireChain
  /** Whether the embedded chain answers: its blocks follow the service's clock. */
  embedded: boolean
  /** EIP-191 by a plain key, a delegated key, or an ERC-1271 contract. */
  verifyMessage(parameters: { address: Address; message: string; signature: Hex }): Promise<boolean>
  /** The payer's token balance in base units. */
  balanceOf(address: Address): Promise<bigint>
  accountKind(address: Address): Promise<'key' | 'delegated' | 'contract'>
  /** Whether the address's own key signed this typed data, in the one form AUSD takes. Asks nobody. */
  isSignedByKey(parameters: { address: Address; typedData: WireTypedData; signature: Hex }): Promise<boolean>
  /** Runs the call at the pending block without sending it; null when it would succeed. */
  simulate(call: EscrowCall): Promise<SimulationFailure | null>
  /** Signs the call for a nonce, with an explicit gas limit. Sends nothing. */
  sign(call: EscrowCall, nonce: number): Promise<SignedTransaction>
  /** Sends signed bytes; sending the same bytes again is harmless. On the embedded chain the block gets the recorded timestamp. */
  send(transaction: { raw: Hex; hash: Hex; blockTimestamp: UnixSeconds | null }): Promise<void>
  /** The receipt once it has the configured confirmations, else null. */
  receipt(hash: Hex): Promise<ChainReceipt | null>
  /** Transactions the chain has counted for the operator. */
  transactionCount(): Promise<number>
  meterState(digest: Hex): Promise<MeterState>
  /** Timestamp of the newest confirmed block. */
  latestTimestamp(): Promise<UnixSeconds>
  /** Stops and reclaims made by anyone, from a block on or from now on, oldest first. */
  eventsSince(fromBlock: bigint | 'now'): Promise<{ events: PlacedEvent[]; nextBlock: bigint }>
  /** Absent on the embedded chain, whose blocks stay. */
  history?: ChainHistory
}
