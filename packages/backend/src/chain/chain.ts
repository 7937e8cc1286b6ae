import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex, Chain as WireChain } from '@per-second/protocol/types'
import type { AccountKind } from '../domain/draft.ts'
import type { EscrowEvent } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'
import type { Block } from './confirmations.ts'

/** The terms of a meter, and the signature that opens it. */
export type Opening = { terms: MeterTerms; signature: Hex }

/** A call the operator makes on the escrow. `toSecond` is cumulative (docs/money.md, rule 6). */
export type EscrowCall =
  | ({ kind: 'open' } & Opening)
  | { kind: 'openBatch'; items: readonly Opening[] }
  | { kind: 'settle'; terms: MeterTerms; toSecond: number }
  | { kind: 'close'; terms: MeterTerms; toSecond: number }
  | { kind: 'settleBatch' | 'closeBatch'; items: readonly { terms: MeterTerms; toSecond: number }[] }

/**
 * The escrow's state of one meter. `unknown`: never opened. The settled amount follows from the terms, exactly:
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

/** One of the escrow's events, decoded, with its place on the chain. Fields that a kind lacks are 0. */
export type ChainEvent = Omit<EscrowEvent, 'id' | 'source'> & {
  blockHash: Hex
  /** The signed terms of an `opened`. */
  terms: MeterTerms | null
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
 * The state of a payer's wallet: null once it has code, `wallet_undeployable` where its deployment fails,
 * `wallet_unknown` where this key deploys no such wallet.
 */
export type WalletDeployment = 'waiting' | 'wallet_unknown' | 'wallet_undeployable' | null

/** One escrow on one chain, as one mode uses it. Throws `ChainError` and nothing else. */
export type Chain = {
  /** The answer of the client route, constant for the process. */
  facts: WireChain
  /** How many blocks below the newest confirmed one may still be orphaned. It is infinite for a journalled chain. */
  reorgDepth: number
  /** The embedded chain: the service's journal may rebuild any of its blocks, and no endpoint lags behind another. */
  isJournalled: boolean
  /** EIP-191 by a plain key, a delegated key, or an ERC-1271 contract. */
  verifyMessage(parameters: { address: Address; message: string; signature: Hex }): Promise<boolean>
  accountKind(address: Address): Promise<AccountKind>
  /** Whether the token's issuer lets nothing move from or to this account. */
  isFrozen(address: Address): Promise<boolean>
  /** Whether the payer's own key signed the opening, in the one form AUSD takes. It needs no call. */
  isSignedByKey(opening: Opening): Promise<boolean>
  /** Runs the call at the pending block without sending it. The result is null when it would succeed. */
  simulate(call: EscrowCall): Promise<SimulationFailure | null>
  /**
   * Deploys the payer's wallet if the signature is of a wallet without code (ERC-6492). Any other wallet exists
   * already.
   *
   * @returns `waiting` while its deployment is pending
   */
  deployWallet(opening: Opening): Promise<WalletDeployment>
  /**
   * The account that deploys payers' wallets: its balance of the native coin, and the possible cost of a deployment
   * now, in wei, or null without one.
   */
  deployerGas(): Promise<{ address: Address; balance: bigint; needed: bigint } | null>
  /** Signs the call for a nonce, with an explicit gas limit. Sends nothing. */
  sign(call: EscrowCall, nonce: number): Promise<SignedTransaction>
  /**
   * Signs that a meter may be charged so many seconds in all. Any account can submit the statement to the escrow. Sends
   * nothing.
   */
  signStatement(meterId: Hex, toSecond: number): Promise<Hex>
  /**
   * Sends signed bytes. Sending the same bytes again is harmless.
   *
   * @param reach `everywhere` for bytes that were sent before: an endpoint may take them without passing them on
   */
  send(
    transaction: { raw: Hex; hash: Hex; blockTimestamp: UnixSeconds | null },
    reach?: 'everywhere',
  ): Promise<void>
  /**
   * Transactions that the chain has counted for the operator, in any block.
   *
   * @param read `confirmed` before an irreversible conclusion: the endpoints confirm their chain again, at the newest block
   * that any of them has shown
   */
  transactionCount(read?: 'confirmed'): Promise<number>
  /**
   * The operator's balance of the chain's native coin, the possible cost of an opening now, and today's cost of a
   * meter, opened to closed, in wei. All are 0 on the embedded chain.
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
  /** The newest confirmed block. */
  head(): Promise<Block>
  /** The least timestamp of the next block. */
  nextTimestamp(): Promise<UnixSeconds>
  /** The hash of the block that has this number now, or null when no endpoint has come that far. */
  blockHash(blockNumber: number): Promise<Hex | null>
  /**
   * Everything the escrow said in a range of blocks, both ends included, oldest first. A long range is cut short.
   *
   * @returns the last block that was read
   * @throws ChainError `rejected` when that block has changed meanwhile
   */
  escrowEvents(fromBlock: number, toBlock: number): Promise<{ events: ChainEvent[]; last: Block }>
  /**
   * Every event of one meter up to a block, oldest first, or none when the escrow did not know the meter by then.
   *
   * @throws ChainError `rejected` when no endpoint's log agrees with the escrow's state of the meter at that block
   */
  meterLog(meterId: Hex, upTo: number): Promise<ChainEvent[]>
  /** The first block at or after an instant, or the newest confirmed one when there is none. */
  firstBlockSince(timestamp: UnixSeconds): Promise<number>
  /** Transactions of the operator up to a block. */
  countedTransactions(blockNumber: number): Promise<number>
  /** How a transaction ended, once its block is confirmed, from any endpoint that has its receipt, or else null. */
  outcome(hash: Hex): Promise<'success' | 'reverted' | null>
  /** The escrow's balance of the token after a block, in base units. */
  escrowBalance(blockNumber: number): Promise<bigint>
  /**
   * The token's failed payments in a range of blocks, both ends included: the accounts that the escrow has credited
   * instead.
   */
  credits(
    fromBlock: number,
    toBlock: number,
  ): Promise<readonly { account: Address; blockNumber: number; txHash: Hex }[]>
  /** The escrow's debt to an account after a block, because a payment had failed, in base units. */
  creditOf(account: Address, blockNumber: number): Promise<bigint>
  /**
   * Signs the call of a waiting transaction again, with the same nonce and fees that nodes may take, so that those behind
   * it can go on. It is null when the price of the day, the limit or the operator's balance forbids more. Sends nothing.
   *
   * @param taken the one of these that a node takes, which it has to replace, or null when none is known to be taken
   */
  reprice(offers: readonly Hex[], taken: Hex | null): Promise<SignedTransaction | null>
}

/** The gifts of local mode. */
export type LocalChain = {
  /**
   * Mints test AUSD, in base units. Resolves when included.
   *
   * @param alongside commits with the transaction, before it is sent
   */
  mint(
    to: `0x${string}`,
    amount: bigint,
    alongside?: (tx: Transaction, hash: `0x${string}`) => Promise<void>,
  ): Promise<`0x${string}`>
  /**
   * Leaves a wallet with one of the native coin, without a transaction. Wallets add a tip even where gas is free, and a
   * payer must be able to stop on the chain with any of them.
   */
  giveCoin(to: `0x${string}`): Promise<void>
}

/**
 * The chain of a mode by each of its operators: the one that opens meters, and those that only end the meters that they
 * have opened.
 */
export type OperatedChains = { current: Chain | null; retiring: readonly Chain[] }

/** Every operator's way to the chain. */
export function allOf({ current, retiring }: OperatedChains): readonly Chain[] {
  return current === null ? retiring : [current, ...retiring]
}
