import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { type MeterTerms, meterDigest } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import {
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  getAbiItem,
  http,
  type PublicClient,
  type WalletClient,
} from 'viem'
import { ExitError, requireSameChain } from './exit-error.ts'
import { type FoundMeter, type SearchStep, searchMeters } from './meter-search.ts'
import type { EscrowState } from './meter-standing.ts'
import type { SignedStop, Statement } from './signed-paper.ts'

const OPENED = getAbiItem({ abi: meterEscrowAbi, name: 'Opened' })
const STATUS = ['unknown', 'open', 'closed', 'reclaimed'] as const
/** How often a block is looked for that has a transaction. */
const POLL_MS = 1_000

const STOP_TYPES = { Stop: [{ name: 'meter', type: 'bytes32' }] } as const

/** A meter as the escrow has it now. */
export type KnownMeter = FoundMeter & { state: EscrowState }

/** What one wallet reads and does at the escrows of its chain, with nobody between it and them. */
export class ExitChain {
  readonly account: Address
  readonly chainId: number
  readonly #wallet: WalletClient
  readonly #reader: PublicClient

  private constructor(account: Address, chainId: number, wallet: WalletClient, reader: PublicClient) {
    this.account = account
    this.chainId = chainId
    this.#wallet = wallet
    this.#reader = reader
  }

  /**
   * @param endpoint what is read from instead of the wallet; it must be on the wallet's chain
   * @throws {ExitError} `account_missing`, `chain_mismatch`; and whatever the wallet throws
   */
  static async connect(provider: EIP1193Provider, endpoint: string | null): Promise<ExitChain> {
    const transport = custom(provider)
    const wallet = createWalletClient({ transport })
    const [account] = await wallet.requestAddresses()
    if (account === undefined)
      throw new ExitError(
        'account_missing',
        'The wallet shares no account. Unlock it, and allow this page to see one.',
      )
    const chainId = await wallet.getChainId()
    const reader = createPublicClient({
      pollingInterval: POLL_MS,
      transport: endpoint === null ? transport : http(endpoint),
    })
    const read = await reader.getChainId()
    requireSameChain(chainId, read)
    return new ExitChain(account, chainId, wallet, reader)
  }

  /** The meters that this account has paid for, and those that are paid to it, newest first. */
  async *search(escrows: readonly Address[]): AsyncGenerator<SearchStep> {
    const address = [...escrows]
    const openings = async (party: { payer: Address } | { merchant: Address }, from: bigint, to: bigint) => {
      const range = { fromBlock: from, toBlock: to, strict: true } as const
      const logs = await this.#reader.getLogs({ address, event: OPENED, args: party, ...range })
      return logs.map(log => ({ escrow: log.address, terms: log.args.terms }))
    }
    const read = async (from: bigint, to: bigint) => {
      const paid = await openings({ payer: this.account }, from, to)
      const earned = await openings({ merchant: this.account }, from, to)
      return [...paid, ...earned].map(({ escrow, terms }) => this.meterOf(escrow, terms)).reverse()
    }
    yield* searchMeters(read, await this.#reader.getBlockNumber())
  }

  /** The meter that these terms are in an escrow of this chain, whether it was opened or not. */
  meterOf(escrow: Address, terms: MeterTerms): FoundMeter {
    return { escrow, terms, meterId: meterDigest(terms, { chainId: this.chainId, escrow }) }
  }

  async now(): Promise<UnixSeconds> {
    requireSameChain(this.chainId, await this.#reader.getChainId())
    return Number((await this.#reader.getBlock()).timestamp)
  }

  async state({ escrow, meterId }: FoundMeter): Promise<EscrowState> {
    const state = await this.#reader.readContract({
      ...{ address: escrow, abi: meterEscrowAbi, functionName: 'state', args: [meterId] },
    })
    const { status, openedAt, stoppedAt, billedSeconds } = state
    return { status: STATUS[status] ?? 'unknown', openedAt, stoppedAt, billedSeconds }
  }

  /** What an escrow owes this account because a transfer to it failed, in base units. */
  credit(escrow: Address, token: Address): Promise<bigint> {
    return this.#reader.readContract({
      ...{ address: escrow, abi: meterEscrowAbi, functionName: 'credit', args: [token, this.account] },
    })
  }

  stop({ escrow, terms }: FoundMeter): Promise<Hex> {
    return this.#send(escrow, { functionName: 'stop', args: [terms] })
  }

  /** The payer's signature, which stops the meter once anybody has brought it to the escrow. Costs no gas. */
  async signStop({ escrow, terms, meterId }: FoundMeter): Promise<SignedStop> {
    await this.#requireWalletHere()
    const { account, chainId } = this
    const signature = await this.#wallet.signTypedData({
      account,
      domain: { name: 'MeterEscrow', version: '1', chainId, verifyingContract: escrow },
      types: STOP_TYPES,
      primaryType: 'Stop',
      message: { meter: meterId },
    })
    return { kind: 'stop', chainId, escrow, meterId, terms, signature }
  }

  /** Brings somebody's signed paper to the escrow; this account pays the gas. */
  relay(paper: SignedStop | Statement): Promise<Hex> {
    requireSameChain(paper.chainId, this.chainId)
    const { escrow, terms, signature } = paper
    if (paper.kind === 'stop')
      return this.#send(escrow, { functionName: 'stopBySig', args: [terms, signature] })
    return this.#send(escrow, { functionName: 'settleBySig', args: [terms, paper.toSecond, signature] })
  }

  reclaim({ escrow, terms }: FoundMeter): Promise<Hex> {
    return this.#send(escrow, { functionName: 'reclaim', args: [terms] })
  }

  withdrawCredit(escrow: Address, token: Address): Promise<Hex> {
    return this.#send(escrow, { functionName: 'withdrawCredit', args: [token, this.account] })
  }

  /** A wallet may have moved on since it was connected, and on another chain a call to no contract succeeds. */
  async #requireWalletHere(): Promise<void> {
    requireSameChain(this.chainId, await this.#wallet.getChainId())
  }

  /** @returns the transaction, once it is in a block; simulated first, so that what the escrow would refuse costs nothing */
  async #send(address: Address, call: Call): Promise<Hex> {
    await this.#requireWalletHere()
    const { account } = this
    const { request } = await this.#reader.simulateContract({
      ...{ address, abi: meterEscrowAbi, account, ...call },
    } as Parameters<PublicClient['simulateContract']>[0])
    const hash = await this.#wallet.writeContract({ ...request, chain: null } as never)
    const receipt = await this.#reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success')
      throw new ExitError(
        'transaction_reverted',
        'The chain refused the transaction. Look for your meters again: something has changed.',
      )
    return receipt.transactionHash
  }
}

type Call =
  | { functionName: 'stop' | 'reclaim'; args: readonly [MeterTerms] }
  | { functionName: 'stopBySig'; args: readonly [MeterTerms, Hex] }
  | { functionName: 'settleBySig'; args: readonly [MeterTerms, number, Hex] }
  | { functionName: 'withdrawCredit'; args: readonly [Address, Address] }
