import { meterEscrowCodeHash } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { type MeterTerms, meterDigest } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import {
  createPublicClient,
  createWalletClient,
  custom,
  decodeEventLog,
  encodeEventTopics,
  encodeFunctionData,
  http,
  keccak256,
  numberToHex,
  type PublicActions,
  type PublicClient,
  parseEventLogs,
  publicActions,
  type TransactionReceipt,
  type WalletClient,
} from 'viem'
import { isSameAddress } from '../chains/is-same-address.ts'
import type { WalletProvider } from '../wallet/wallet-provider.ts'
import { ExitError, requireSameChain } from './exit-error.ts'
import { type FoundMeter, searchMeters } from './meter-search.ts'
import type { EscrowState } from './meter-standing.ts'
import type { SignedStop, Statement } from './signed-paper.ts'

const STATUS = ['unknown', 'open', 'closed', 'reclaimed'] as const
/** The interval of requests for a transaction's receipt, and their number. */
const POLL_MS = 1_000
const MOST_POLLS = 120

const STOP_TYPES = { Stop: [{ name: 'meter', type: 'bytes32' }] } as const

/** Reads a chain: through the wallet, or through an endpoint. */
type Reader = Pick<PublicClient, 'request' | keyof PublicActions>

/** A call that the account itself may make. */
export type OwnRequest = FoundMeter & { kind: 'own_stop' | 'reclaim' | 'withdraw' }

/** A request to the escrow: a signed paper, or a call of the account's own. */
export type EscrowRequest = SignedStop | Statement | OwnRequest

/** The content of a part of the log: meters, and the number of entries that are no `Opened` event of a meter. */
export type Openings = { meters: FoundMeter[]; skipped: number }

/** The state of a meter and the credit of an account in the escrow, right after an act. */
export type AfterAct = { state: EscrowState; credit: bigint }

/** A charge of a meter in the escrow's log, in base units, and whether one of its transfers became credit. */
export type Charge = { fromSecond: number; toSecond: number; gross: bigint; fee: bigint; isCredited: boolean }

/** Reads the escrows of one chain and calls them, through one wallet and no service. */
export class ExitChain {
  readonly account: Address
  readonly chainId: number
  readonly #wallet: WalletClient & Reader
  /** Reads through the typed endpoint, or else through the wallet. */
  readonly #reader: Reader

  private constructor(
    { account, chainId }: { account: Address; chainId: number },
    { wallet, reader }: { wallet: WalletClient & Reader; reader: Reader },
  ) {
    this.account = account
    this.chainId = chainId
    this.#wallet = wallet
    this.#reader = reader
  }

  /**
   * Contracts cannot send this page to servers of their choice: ERC-3668 is off (docs/money.md, rule 79).
   *
   * @param endpoint reads go there instead of to the wallet; it must be on the wallet's chain
   * @throws {ExitError} `account_missing`, `chain_mismatch`; and everything that the wallet throws
   */
  static async connect(provider: WalletProvider, endpoint: string | null): Promise<ExitChain> {
    const options = { ccipRead: false, cacheTime: 0 } as const
    const wallet = createWalletClient({ transport: custom(provider), ...options }).extend(publicActions)
    const [account] = await wallet.requestAddresses()
    if (account === undefined)
      throw new ExitError(
        'account_missing',
        'The wallet shares no account. Unlock it, then allow this page to see an account.',
      )
    const chainId = await wallet.getChainId()
    const reader = endpoint === null ? wallet : createPublicClient({ transport: http(endpoint), ...options })
    requireSameChain(chainId, await reader.getChainId())
    return new ExitChain({ account, chainId }, { wallet, reader })
  }

  /** Whether the escrow is at an address, by the code there (docs/money.md, rule 79). */
  async isEscrow(address: Address, client = this.#reader): Promise<boolean> {
    const code = await client.getCode({ address })
    return code !== undefined && keccak256(code) === meterEscrowCodeHash
  }

  /** @throws {ExitError} `escrow_unknown` if the code at an address is not the escrow's */
  async requireEscrow(address: Address, client = this.#reader): Promise<void> {
    if (await this.isEscrow(address, client)) return
    const told = `The escrow is not at ${address} on this network: there is other code, or none.`
    throw new ExitError('escrow_unknown', `${told} The page leaves it out.`)
  }

  /**
   * Searches the `Opened` events of known escrows for meters that this account pays or is paid by, newest first. Any other entry is
   * counted and skipped, because an endpoint may return anything.
   */
  async *search(escrows: readonly Address[]): AsyncGenerator<{ fromBlock: bigint; found: Openings }> {
    const openings = async (party: { payer: Address } | { merchant: Address }, from: bigint, to: bigint) => {
      const topics = encodeEventTopics({ abi: meterEscrowAbi, eventName: 'Opened', args: party })
      const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
      return this.#reader.request({
        method: 'eth_getLogs',
        params: [{ address: [...escrows], topics: topics as Hex[], ...range }],
      })
    }
    const read = async (from: bigint, to: bigint): Promise<Openings> => {
      const paid = await openings({ payer: this.account }, from, to)
      const earned = await openings({ merchant: this.account }, from, to)
      const read = [...paid, ...earned].map(log => this.#openingOf(log, escrows))
      const meters = read.filter(meter => meter !== null).reverse()
      return { meters, skipped: read.length - meters.length }
    }
    yield* searchMeters(read, await this.#reader.getBlockNumber())
  }

  #openingOf(log: { address: Address; data: Hex; topics: unknown }, escrows: readonly Address[]) {
    try {
      const escrow = escrows.find(known => isSameAddress(known, log.address))
      const topics = log.topics as [Hex, ...Hex[]]
      const opened = decodeEventLog({ abi: meterEscrowAbi, eventName: 'Opened', data: log.data, topics })
      const meter = escrow === undefined ? null : this.meterOf(escrow, opened.args.terms)
      return meter?.meterId === opened.args.id ? meter : null
    } catch {
      return null
    }
  }

  /** The meter of these terms in an escrow of this chain, opened or not. */
  meterOf(escrow: Address, terms: MeterTerms): FoundMeter {
    return { escrow, terms, meterId: meterDigest(terms, { chainId: this.chainId, escrow }) }
  }

  async now(): Promise<UnixSeconds> {
    requireSameChain(this.chainId, await this.#reader.getChainId())
    return Number((await this.#reader.getBlock()).timestamp)
  }

  async state({ escrow, meterId }: FoundMeter, client = this.#reader): Promise<EscrowState> {
    const { status, openedAt, stoppedAt, billedSeconds } = await client.readContract({
      address: escrow,
      abi: meterEscrowAbi,
      functionName: 'state',
      args: [meterId],
    })
    return { status: STATUS[status] ?? 'unknown', openedAt, stoppedAt, billedSeconds }
  }

  /** The amount that an escrow owes an account (default: this one) because a transfer to it failed, in base units. */
  credit(
    { escrow, token }: { escrow: Address; token: Address },
    { holder = this.account, client = this.#reader }: { holder?: Address; client?: Reader } = {},
  ): Promise<bigint> {
    return client.readContract({
      address: escrow,
      abi: meterEscrowAbi,
      functionName: 'credit',
      args: [token, holder],
    })
  }

  /** Reads through the wallet, never through the typed endpoint: the result of an act depends on it. */
  async afterAct(meter: FoundMeter, holder: Address): Promise<AfterAct> {
    const client = this.#wallet
    requireSameChain(this.chainId, await client.getChainId())
    const { escrow, terms } = meter
    const [state, credit] = await Promise.all([
      this.state(meter, client),
      this.credit({ escrow, token: terms.token }, { holder, client }),
    ])
    return { state, credit }
  }

  /** Prompts the payer to sign a stop. Any account can send it to the escrow. Signing costs no gas. */
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

  /**
   * Simulates a signed paper before the wallet's prompt.
   *
   * @returns the amounts that a statement charges now, in base units; zeros for a stop
   * @throws {ExitError} `chain_mismatch`, `escrow_unknown`; and the escrow's refusal
   */
  async preview(paper: SignedStop | Statement): Promise<{ gross: bigint; fee: bigint }> {
    requireSameChain(paper.chainId, this.chainId)
    await this.requireEscrow(paper.escrow, this.#wallet)
    const result = await this.#simulate(paper)
    const [gross = 0n, fee = 0n] = Array.isArray(result) ? result : []
    return { gross, fee }
  }

  /** The charge of a meter in the log of a transaction, read through the wallet. Null if there is none. */
  async charge({ escrow, meterId }: FoundMeter, hash: Hex): Promise<Charge | null> {
    const receipt = await this.#receipt(hash)
    const logs = (receipt?.logs ?? []).filter(log => isSameAddress(log.address, escrow))
    const events = parseEventLogs({ abi: meterEscrowAbi, logs, eventName: ['Settled', 'Credited'] })
    const settled = events.find(event => event.eventName === 'Settled' && event.args.id === meterId)
    if (settled?.eventName !== 'Settled') return null
    const { fromSecond, toSecond, gross, fee } = settled.args
    return {
      fromSecond,
      toSecond,
      gross,
      fee,
      isCredited: events.some(event => event.eventName === 'Credited'),
    }
  }

  /** The wallet may be on another network by now, where the same call does something else or nothing. */
  async #requireWalletHere(): Promise<void> {
    requireSameChain(this.chainId, await this.#wallet.getChainId())
  }

  async #simulate(request: EscrowRequest): Promise<unknown> {
    const { account } = this
    const parameters = {
      address: request.escrow,
      abi: meterEscrowAbi,
      account,
      ...callOf(request, account),
    }
    const { result } = await this.#reader.simulateContract(
      parameters as Parameters<Reader['simulateContract']>[0],
    )
    return result
  }

  /**
   * Simulates a request first, so that a refusal costs no gas. Then sends it and waits until a block has it. This account pays
   * the gas.
   *
   * @returns the transaction. Its success is not known: the wallet may have sent another one in its place.
   */
  async send(request: EscrowRequest): Promise<Hex> {
    if ('signature' in request) requireSameChain(request.chainId, this.chainId)
    const { account: from } = this
    const { escrow: to } = request
    await this.#requireWalletHere()
    await this.requireEscrow(to, this.#wallet)
    await this.#simulate(request)
    const data = encodeFunctionData({ abi: meterEscrowAbi, ...callOf(request, from) } as Parameters<
      typeof encodeFunctionData
    >[0])
    const chainId = numberToHex(this.chainId)
    const sent = await this.#wallet.getTransactionCount({ address: from })
    await this.#requireWalletHere()
    const hash = await this.#wallet.request(
      { method: 'eth_sendTransaction', params: [{ from, to, data, chainId } as never] },
      { retryCount: 0 },
    )
    for (let poll = 0; poll < MOST_POLLS && (await this.#isPending(hash, sent)); poll += 1)
      await new Promise(resolve => setTimeout(resolve, POLL_MS))
    return hash
  }

  /** Neither in a block nor replaced. A replaced one is unknown to the wallet, and another transaction has its nonce. */
  async #isPending(hash: Hex, sent: number): Promise<boolean> {
    if ((await this.#receipt(hash)) !== null) return false
    const [known, now] = await Promise.all([
      this.#wallet.getTransaction({ hash }).catch(() => null),
      this.#wallet.getTransactionCount({ address: this.account }).catch(() => sent),
    ])
    return known !== null || now <= sent
  }

  #receipt(hash: Hex): Promise<TransactionReceipt | null> {
    return this.#wallet.getTransactionReceipt({ hash }).catch(() => null)
  }
}

function callOf(request: EscrowRequest, account: Address) {
  const { kind, terms } = request
  switch (kind) {
    case 'own_stop':
      return { functionName: 'stop', args: [terms] }
    case 'reclaim':
      return { functionName: 'reclaim', args: [terms] }
    case 'withdraw':
      return { functionName: 'withdrawCredit', args: [terms.token, account] }
    case 'stop':
      return { functionName: 'stopBySig', args: [terms, request.signature] }
    case 'statement':
      return { functionName: 'settleBySig', args: [terms, request.toSecond, request.signature] }
  }
}
