import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { type MeterTerms, meterDigest, statementDigest } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import {
  call as callContract,
  getBalance,
  getBlock,
  getCode,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions'
import { encodeEventTopics, getAddress, pad, slice } from 'viem/utils'
import { isKnownDeployment } from './accounts/known-wallets.ts'
import { isSignedByKey, verifyMessage } from './accounts/signatures.ts'
import { walletOfOpening } from './accounts/undeployed-wallet.ts'
import { WalletDeployer } from './accounts/wallet-deployer.ts'
import { billedGasLimit } from './calls/billed-gas-limit.ts'
import { encodeCall } from './calls/encode-call.ts'
import { gasLimitOf, METER_GAS, OPENING_GAS } from './calls/gas-limits.ts'
import type { CallBlock } from './calls/revert-data.ts'
import { simulateCall, simulateDeployment } from './calls/simulate-call.ts'
import type { Chain, EscrowCall, Opening, SignedTransaction } from './chain.ts'
import { ChainError, refuseUnsupported, toChainError } from './chain-error.ts'
import { checkConnection } from './check-connection.ts'
import { confirmedBlock, readBlock } from './confirmations.ts'
import type { EscrowChainParameters } from './escrow-chain.ts'
import { ifFound } from './if-found.ts'
import {
  firstBlockSince,
  LONGEST_RANGE,
  LONGEST_RANGE_OF_A_METER,
  type LogReading,
  readEvents,
  readMeterLog,
} from './log/read-events.ts'
import { createLogReader } from './log/read-logs.ts'
import { readMeter } from './read-meter.ts'
import { currentFees, feesOf, isOfLeastTip, priceOf, reprice, withTip } from './sender/fees.ts'
import { sendTransaction } from './sender/send-transaction.ts'
import { signDigest, signTransaction } from './sender/transaction-signer.ts'
import { tokenAbi } from './token-abi.ts'
import { type ChainClient, createChainClient } from './transport/chain-client.ts'
import type { Endpoints } from './transport/endpoints.ts'

const [CREDITED] = encodeEventTopics({ abi: meterEscrowAbi, eventName: 'Credited' }) as [Hex]

/** EIP-7702: the code of a delegated account is this prefix and the delegate's address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

/** A call that succeeds wherever calls do: the identity precompile. */
const HARMLESS = { to: '0x0000000000000000000000000000000000000004', data: '0x' } as const

/** Nodes behind one address answer calls at most so many blocks behind their newest block. */
const MOST_BEHIND = 15

/** The port's reads of a chain, by viem. It throws viem's errors too, which `createEscrowChain` converts. */
export class ConnectedEscrow
  implements Omit<Chain, 'facts' | 'reorgDepth' | 'isJournalled' | 'isSignedByKey'>
{
  readonly #parameters: EscrowChainParameters
  readonly #endpoints: Endpoints
  readonly #token: { address: Address; abi: typeof tokenAbi }
  readonly #client: ChainClient
  readonly #untilFound: ChainClient
  readonly #reading: LogReading
  readonly #deployer: WalletDeployer | null
  #newest: Promise<number> | null = null
  /**
   * The newest offer whose tip was raised because the last may have been too low, and the tip of a taken one: later
   * offers begin there.
   */
  #tipped: Hex | null = null
  #leastTip = 0n

  constructor(parameters: EscrowChainParameters, endpoints: Endpoints) {
    this.#parameters = parameters
    this.#token = { address: parameters.token, abi: tokenAbi }
    this.#endpoints = endpoints
    this.#client = createChainClient(endpoints)
    this.#untilFound = createChainClient(endpoints.untilFound)
    const { deployer, chainId, maxFeePerGas = null, billsGasLimit = false } = parameters
    const chain = { chainId, maxFeePerGas, billsGasLimit }
    this.#deployer = deployer
      ? new WalletDeployer({
          client: this.#client,
          key: deployer,
          chain,
          newestSeen: () => this.#newestSeen(),
        })
      : null
    this.#reading = {
      logs: createLogReader(LONGEST_RANGE),
      meterLogs: createLogReader(LONGEST_RANGE_OF_A_METER),
      escrow: parameters.escrow,
      decoded: new Map(),
    }
  }

  /**
   * @throws ChainError `rejected` when it is not the configured chain, `unsupported` when its endpoints lack a feature
   * that the service needs
   */
  async check(): Promise<void> {
    await checkConnection(this.#client, this.#parameters)
    if (this.#parameters.embedded !== null) return
    const runs = this.#atNextBlock((block, time) =>
      callContract(this.#client, {
        ...HARMLESS,
        ...block,
        ...(time && { blockOverrides: { time: BigInt(time) } }),
      }),
    )
    await runs.catch(cause =>
      refuseUnsupported(cause, 'the endpoint runs calls neither on the pending block nor at a given time'),
    )
    await this.head()
  }

  verifyMessage(signed: { address: Address; message: string; signature: Hex }) {
    return verifyMessage(this.#client, signed)
  }

  async accountKind(address: Address) {
    const code = await getCode(this.#client, { address })
    if (code === undefined) return 'key'
    return DELEGATION.test(code) ? 'delegated' : 'contract'
  }

  isFrozen(address: Address) {
    return readContract(this.#client, { ...this.#token, functionName: 'isAccountFrozen', args: [address] })
  }

  async simulate(call: EscrowCall) {
    const { escrow, token, operator, embedded } = this.#parameters
    const simulateAt = async (block: CallBlock, time: UnixSeconds | null = null) => {
      const simulation = { escrow, token, operator: operator.address, time }
      if (call.kind !== 'open') return simulateCall(this.#client, call, { ...simulation, block })
      const wallet = await this.#undeployed(call, block)
      if (wallet === null) return simulateCall(this.#client, call, { ...simulation, block })
      const { deployer } = this.#parameters
      if (!deployer || !isKnownDeployment(wallet)) return 'wallet_unknown'
      if (!(await this.#hasGas())) return 'deployer_poor'
      return simulateDeployment(
        this.#client,
        { call, wallet },
        { ...simulation, deployer: deployer.address, block },
      )
    }
    const failure = await this.#atNextBlock(simulateAt)
    if (failure === null || embedded !== null) return failure
    if (failure === 'too_late' && call.kind === 'open' && (await this.#isOver(call.terms))) return failure
    const repeated = await simulateAt({ blockNumber: BigInt(await this.#newestSeen()) })
    if (repeated !== null) return repeated
    throw new ChainError('rejected', 'the pending block and the newest one do not agree about a call')
  }

  /** A wallet's code may have gone since its opening was simulated, so its deployment must be a known one here, too. */
  async deployWallet(opening: Opening) {
    const wallet = await walletOfOpening(opening, this.#location())
    if (wallet === null) return null
    if (this.#deployer !== null && isKnownDeployment(wallet))
      return this.#deployer.deploy(opening.terms.payer, wallet)
    const newest = { blockNumber: BigInt(await this.#newestSeen()) }
    return (await this.#undeployed(opening, newest)) === null ? null : 'wallet_unknown'
  }

  async deployerGas() {
    return this.#deployer === null ? null : this.#deployer.gas()
  }

  async sign(call: EscrowCall, nonce: number): Promise<SignedTransaction> {
    const { escrow, operator, chainId, embedded, billsGasLimit, maxFeePerGas = null } = this.#parameters
    const today = embedded === null ? await currentFees(this.#client, maxFeePerGas) : null
    const fees = today && { fees: withTip(today, this.#leastTip, maxFeePerGas) }
    const isTight = billsGasLimit || (embedded === null && (await this.#isByContract(call)))
    const request = { account: operator.address, to: escrow, data: encodeCall(call), gas: gasLimitOf(call) }
    const gas = isTight ? await billedGasLimit(this.#client, request) : request.gas
    const signed = await signTransaction(operator, chainId, { ...request, gas, nonce, ...fees })
    return { ...signed, nonce, blockTimestamp: embedded?.now() ?? null }
  }

  signStatement(meterId: Hex, toSecond: number): Promise<Hex> {
    const { escrow, operator, chainId } = this.#parameters
    return signDigest(operator, statementDigest(meterId, toSecond, { chainId, escrow }))
  }

  async send(transaction: Parameters<Chain['send']>[0], reach?: 'everywhere') {
    const { operator } = this.#parameters
    const sendTo = (client: ChainClient) =>
      sendTransaction(client, { ...transaction, sender: operator.address })
    await (reach === 'everywhere'
      ? this.#endpoints.onEvery(one => sendTo(createChainClient(one)))
      : sendTo(this.#client))
    if (transaction.raw === this.#tipped) this.#leastTip = feesOf(transaction.raw).maxPriorityFeePerGas
  }

  async transactionCount(read?: 'confirmed') {
    if (read === 'confirmed') return this.countedTransactions(await this.#newestSeen())
    return getTransactionCount(this.#client, { address: this.#parameters.operator.address })
  }

  async operatorGas() {
    const { operator, embedded, maxFeePerGas = null } = this.#parameters
    const balance = await getBalance(this.#client, { address: operator.address })
    if (embedded !== null) return { balance, needed: 0n, meter: 0n }
    const fees = await currentFees(this.#client, maxFeePerGas)
    return { balance, needed: OPENING_GAS * fees.maxFeePerGas, meter: METER_GAS * priceOf(fees) }
  }

  async meterState(meterId: Hex, { since }: { since?: number } = {}) {
    const { escrow } = this.#parameters
    const newest = await this.#newestSeen()
    const oldest = Math.min(Math.max(since ?? newest, newest - MOST_BEHIND), newest)
    for (let behind = 0; ; behind = behind * 2 + 1) {
      const block = Math.max(newest - behind, oldest)
      try {
        return await readMeter(this.#client, { escrow, meterId, blockNumber: block })
      } catch (error) {
        if (toChainError(error).code !== 'refused' || block <= oldest) throw error
      }
    }
  }

  async stopsAfter(blockNumber: number) {
    const newest = await this.#newestSeen()
    const stops = new Map<Hex, UnixSeconds>()
    for (let read = blockNumber; read < newest; ) {
      const { events, last } = await this.escrowEvents(read + 1, newest)
      for (const { kind, meterId, timestamp } of events) if (kind === 'stopped') stops.set(meterId, timestamp)
      read = last.number
    }
    return stops
  }

  head() {
    return confirmedBlock(this.#client, this.#parameters.confirmations)
  }

  async nextTimestamp() {
    return this.#parameters.embedded?.now() ?? (await this.head()).timestamp
  }

  async blockHash(blockNumber: number) {
    const found = await ifFound(getBlock(this.#client, { blockNumber: BigInt(blockNumber) }))
    return found?.hash ?? null
  }

  escrowEvents(fromBlock: number, toBlock: number) {
    return this.#endpoints.onOne(one =>
      readEvents(createChainClient(one), this.#reading, { fromBlock, toBlock }),
    )
  }

  meterLog(meterId: Hex, upTo: number) {
    return this.#endpoints.onOne(one =>
      readMeterLog(createChainClient(one), this.#reading, { meterId, upTo }),
    )
  }

  async firstBlockSince(timestamp: number) {
    return firstBlockSince(this.#client, timestamp, (await this.head()).number)
  }

  countedTransactions(blockNumber: number) {
    const { address } = this.#parameters.operator
    return getTransactionCount(this.#client, { address, blockNumber: BigInt(blockNumber) })
  }

  async outcome(hash: Hex) {
    const receipt = await ifFound(getTransactionReceipt(this.#untilFound, { hash }))
    if (receipt === null || Number(receipt.blockNumber) > (await this.head()).number) return null
    // A chain without this block proves nothing of what is in it.
    await readBlock(this.#client, { blockHash: receipt.blockHash })
    return receipt.status
  }

  escrowBalance(blockNumber: number) {
    return readContract(this.#client, {
      ...this.#token,
      functionName: 'balanceOf',
      args: [this.#parameters.escrow],
      blockNumber: BigInt(blockNumber),
    })
  }

  async credits(fromBlock: number, toBlock: number) {
    const { escrow, token } = this.#parameters
    const filter = { address: escrow, topics: [CREDITED, pad(token)], fromBlock, toBlock }
    const found = await this.#endpoints.onOne(one => this.#reading.logs.read(createChainClient(one), filter))
    return found.map(({ topics, blockNumber, transactionHash: txHash }) => ({
      account: getAddress(slice(topics[2] ?? '0x', -20)),
      blockNumber: Number(blockNumber),
      txHash,
    }))
  }

  creditOf(account: Address, blockNumber: number) {
    const { escrow, token } = this.#parameters
    return readContract(this.#client, {
      address: escrow,
      abi: meterEscrowAbi,
      functionName: 'credit',
      args: [token, account],
      blockNumber: BigInt(blockNumber),
    })
  }

  async reprice(offers: readonly Hex[], taken: Hex | null) {
    const { operator: key, chainId, maxFeePerGas = null } = this.#parameters
    const signed = await reprice(this.#client, { key, chainId, maxFeePerGas }, { offers, taken })
    if (taken === null && signed !== null)
      this.#tipped = isOfLeastTip(offers.map(feesOf), feesOf(signed.raw)) ? signed.raw : null
    return signed
  }

  /** At the pending block, or, where no endpoint has one, at the newest block, an instant later. */
  async #atNextBlock<T>(work: (block: CallBlock, time: UnixSeconds | null) => Promise<T>): Promise<T> {
    const { embedded } = this.#parameters
    try {
      return await work({ blockTag: 'pending' }, embedded?.now() ?? null)
    } catch (error) {
      if (toChainError(error).code !== 'refused') throw error
      const { timestamp } = await readBlock(this.#client, { blockTag: 'latest' })
      return work({ blockTag: 'latest' }, embedded?.now() ?? timestamp + 1)
    }
  }

  /** Whether no block to come can open a meter that the escrow does not know: this needs no call at the newest block. */
  async #isOver(terms: MeterTerms): Promise<boolean> {
    const { number: since, timestamp } = await this.head()
    if (timestamp < terms.openBy) return false
    const { status } = await this.meterState(meterDigest(terms, this.#location()), { since })
    return status === 'unknown'
  }

  #location() {
    const { chainId, escrow } = this.#parameters
    return { chainId, escrow }
  }

  /** The deployment of a payer's wallet, when its signature has one and the wallet has no code yet. */
  async #undeployed(opening: Opening, block: CallBlock) {
    const wallet = await walletOfOpening(opening, this.#location())
    if (wallet === null) return null
    const code = await getCode(this.#client, { address: opening.terms.payer, ...block })
    return code === undefined ? wallet : null
  }

  async #hasGas(): Promise<boolean> {
    const gas = await this.deployerGas()
    return gas !== null && gas.balance >= gas.needed
  }

  /**
   * The code of a payer who is a contract runs on the operator's gas: an opening has its estimate and a quarter, no
   * more.
   */
  async #isByContract(call: EscrowCall): Promise<boolean> {
    return call.kind === 'open' && !(await isSignedByKey(call, this.#location()))
  }

  /**
   * For an irreversible conclusion. Every endpoint must confirm its chain again, and responds about a block that one of
   * them has shown. A lagging endpoint lacks it. Number of that block, requested once for all callers in the same turn.
   */
  #newestSeen(): Promise<number> {
    this.#newest ??= Promise.resolve().then(async () => {
      this.#newest = null
      this.#endpoints.distrust()
      const { number } = await readBlock(this.#client, { blockTag: 'latest' })
      return Math.max(number, this.#endpoints.highestBlock() ?? 0)
    })
    return this.#newest
  }
}
