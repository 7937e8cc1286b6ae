import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex, Chain as WireChain, WireTypedData } from '@per-second/protocol/types'
import type { AccountKind } from '../domain/draft.ts'
import type { EscrowEvent } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'
import type { Block } from './confirmations.ts'

/** A call the operator makes on the escrow. `toSecond` is cumulative (docs/money.md, rule 6). */
export type EscrowCall =
  | { kind: 'open'; terms: MeterTerms; signature: Hex }
  | { kind: 'openBatch'; items: readonly { terms: MeterTerms; signature: Hex }[] }
  | { kind: 'settle'; terms: MeterTerms; toSecond: number }
  | { kind: 'close'; terms: MeterTerms; toSecond: number }
  | { kind: 'settleBatch' | 'closeBatch'; items: readonly { terms: MeterTerms; toSecond: number }[] }

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

/** One of the escrow's events, decoded, with its place on the chain. What a kind does not say is 0. */
export type ChainEvent = Omit<EscrowEvent, 'id' | 'source'> & {
  blockHash: Hex
  /** Of `opened`: what was signed. */
  terms: MeterTerms | null
}

export type ChainReceipt = {
  hash: Hex
  status: 'success' | 'reverted'
  blockNumber: number
  blockHash: Hex
  blockTimestamp: UnixSeconds
}

/** A transaction signed for one nonce but not sent. */
export type SignedTransaction = { hash: Hex; raw: Hex; nonce: number; blockTimestamp: UnixSeconds | null }

/** Why a simulated call would fail. Derived from the escrow's custom errors and the token's state, never from message texts. */
export type SimulationFailure =
  | 'signature_invalid'
  | 'insufficient_funds'
  | 'payer_frozen'
  | 'wallet_unknown'
  | 'wallet_undeployable'
  | 'deployer_poor'
  | 'token_paused'
  | 'too_late'
  | 'already_open'
  | 'reverted'

/**
 * The state of a payer's wallet: null once it has code; `wallet_undeployable` where its deployment fails, `wallet_unknown` where this key
 * deploys no such wallet.
 */
export type WalletDeployment = 'waiting' | 'wallet_unknown' | 'wallet_undeployable' | null

/** One escrow on one chain, as one mode uses it. Throws `ChainError` and nothing else. */
export type Chain = {
  /** The answer of the client route, constant for the process. */
  facts: WireChain
  /** How many blocks below the newest one that counts may still be orphaned; infinite for a journalled chain. */
  reorgDepth: number
  /** The embedded chain: the service's journal may rebuild any of its blocks, and no endpoint lags behind another. */
  isJournalled: boolean
  /** EIP-191 by a plain key, a delegated key, or an ERC-1271 contract. */
  verifyMessage(parameters: { address: Address; message: string; signature: Hex }): Promise<boolean>
  accountKind(address: Address): Promise<AccountKind>
  /** Whether the token's issuer lets nothing move from or to this account. */
  isFrozen(address: Address): Promise<boolean>
  /** Whether the address's own key signed this typed data, in the one form AUSD takes. Asks nobody. */
  isSignedByKey(parameters: { address: Address; typedData: WireTypedData; signature: Hex }): Promise<boolean>
  /** Runs the call at the pending block without sending it; null when it would succeed. */
  simulate(call: EscrowCall): Promise<SimulationFailure | null>
  /**
   * Has the payer's wallet deployed where the signature is of one that has no code yet (ERC-6492); any other is there.
   *
   * @returns `waiting` while its deployment is on its way
   */
  deployWallet(opening: { terms: MeterTerms; signature: Hex }): Promise<WalletDeployment>
  /** What deploys payers' wallets: its balance of the native coin, and what a deployment may cost it now, in wei; null without one. */
  deployerGas(): Promise<{ address: Address; balance: bigint; needed: bigint } | null>
  /** Signs the call for a nonce, with an explicit gas limit. Sends nothing. */
  sign(call: EscrowCall, nonce: number): Promise<SignedTransaction>
  /** Signs that a meter may be charged so many seconds in all, for anybody to bring to the escrow. Sends nothing. */
  signStatement(meterId: Hex, toSecond: number): Promise<Hex>
  /**
   * Sends signed bytes; sending the same bytes again is harmless. On the embedded chain the block gets the recorded timestamp.
   *
   * @param reach `everywhere` for what was sent before: an endpoint may take it and pass it on to nobody
   */
  send(
    transaction: { raw: Hex; hash: Hex; blockTimestamp: UnixSeconds | null },
    reach?: 'everywhere',
  ): Promise<void>
  /**
   * Transactions the chain has counted for the operator, in any block.
   *
   * @param asked `anew` before what cannot be taken back: of endpoints that say again which chain they are on, at the newest block that
   *   any of them has shown
   */
  transactionCount(asked?: 'anew'): Promise<number>
  /**
   * What the operator has of the chain's native coin, what an opening may cost it now, and what a meter costs it at the price of the day,
   * opened to closed, in wei; nothing on the embedded chain.
   */
  operatorGas(): Promise<{ balance: bigint; needed: bigint; meter: bigint }>
  /**
   * The state of a meter at the newest block that any endpoint has shown.
   *
   * @param at.since where no endpoint answers calls at that block: the newest block at which one does, this one or a later one
   */
  meterState(meterId: Hex, at?: { since?: number }): Promise<MeterState>
  /** Stops in the blocks after this one up to the newest that any endpoint has shown, by meter, with the instants of their blocks. */
  stopsAfter(blockNumber: number): Promise<ReadonlyMap<Hex, UnixSeconds>>
  /** The newest block that counts. */
  head(): Promise<Block>
  /** What the next block's timestamp will be at least. */
  nextTimestamp(): Promise<UnixSeconds>
  /** The hash of the block that has this number now; null when no endpoint has come that far. */
  blockHash(blockNumber: number): Promise<Hex | null>
  /**
   * Everything the escrow said in a range of blocks, both ends included, oldest first. A long range is cut short.
   *
   * @returns the last block that was read
   * @throws ChainError `rejected` when that block has changed meanwhile
   */
  escrowEvents(fromBlock: number, toBlock: number): Promise<{ events: ChainEvent[]; last: Block }>
  /**
   * Everything it said about one meter up to a block, oldest first; nothing when it did not know the meter by then.
   *
   * @throws ChainError `rejected` when no endpoint's log is what the escrow says of the meter at that block
   */
  meterLog(meterId: Hex, upTo: number): Promise<ChainEvent[]>
  /** The first block at or after an instant; the newest one that counts when there is none. */
  firstBlockSince(timestamp: UnixSeconds): Promise<number>
  /** Transactions of the operator up to a block. */
  countedTransactions(blockNumber: number): Promise<number>
  /** The receipt once its block counts, from whichever endpoint has it; else null. */
  receipt(hash: Hex): Promise<ChainReceipt | null>
  /** What an included transaction has cost its sender, in wei; null while no block of the first endpoint that answers has it. */
  gasPaid(hash: Hex): Promise<bigint | null>
  /** What the escrow has of the token after a block, in base units. */
  escrowBalance(blockNumber: number): Promise<bigint>
  /** Payments of the token that failed in a range of blocks, both ends included: whom the escrow has credited instead. */
  credits(
    fromBlock: number,
    toBlock: number,
  ): Promise<readonly { account: Address; blockNumber: number; txHash: Hex }[]>
  /** What the escrow owed an account after a block, because a payment had failed, in base units. */
  creditOf(account: Address, blockNumber: number): Promise<bigint>
} & RepricedChain

/** What takes a transaction that waits out of the way of those behind it. */
export type RepricedChain = {
  /** Whether a node has the transaction, in a block or waiting for one. */
  knows(hash: Hex): Promise<boolean>
  /**
   * The same call and nonce, signed again at fees that replace the dearest of these; null when it may not cost more: for the price of the
   * day, the cap, or what the operator has. Sends nothing.
   *
   * @param last `refused` where nodes take none of these: at twice the tip
   */
  reprice(offers: readonly Hex[], last?: 'waiting' | 'refused'): Promise<SignedTransaction | null>
  /**
   * The same call and nonce, signed at the price of the day where `reprice` offers nothing any more; null within an eighth of one of these, and
   * when it may not cost as much. Sends nothing.
   *
   * @param taken the newest of these that a node takes, which it has to replace; null when none is known to be taken
   */
  repriceAfresh(offers: readonly Hex[], taken: Hex | null): Promise<SignedTransaction | null>
  /** Whether the base fee has risen above all that this transaction offers. */
  isPricedOut(raw: Hex): Promise<boolean>
}

/** What local mode gives away. */
export type LocalChain = {
  /**
   * Mints test AUSD, in base units. Resolves when included.
   *
   * @param alongside what commits with the transaction, before it leaves
   */
  mint(
    to: `0x${string}`,
    amount: bigint,
    alongside?: (tx: Transaction, hash: `0x${string}`) => Promise<void>,
  ): Promise<`0x${string}`>
  /**
   * Leaves a wallet with one of the native coin, without a transaction: wallets add a tip even where gas is free, and a payer must be
   * able to stop on the chain with any of them.
   */
  giveCoin(to: `0x${string}`): Promise<void>
}

/** The chain of a mode as each of its operators reaches it: the one that opens meters, and those that only end what they have opened. */
export type OperatedChains = { current: Chain | null; retiring: readonly Chain[] }

/** Every operator's way to the chain. */
export function allOf({ current, retiring }: OperatedChains): readonly Chain[] {
  return current === null ? retiring : [current, ...retiring]
}
