import type { Address, Hex } from '@per-second/protocol/types'
import { getBalance, getCode, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { billedGasLimit } from '../calls/billed-gas-limit.ts'
import { DEPLOYMENT_GAS } from '../calls/gas-limits.ts'
import { encodeCalls, MULTICALL } from '../calls/multicall.ts'
import type { WalletDeployment } from '../chain.ts'
import { ifFound } from '../if-found.ts'
import type { OperatorKey } from '../operator-key.ts'
import { currentFees, type Fees, raisedFees } from '../sender/fees.ts'
import { sendTransaction } from '../sender/send-transaction.ts'
import { signTransaction } from '../sender/transaction-signer.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import type { UndeployedWallet } from './undeployed-wallet.ts'

/** After so long without a block its transaction is replaced, in milliseconds of real time. */
const REPLACE_AFTER_MILLIS = 60_000

type DeployersChain = { chainId: number; maxFeePerGas: bigint | null; billsGasLimit: boolean }

type WalletDeployerParameters = {
  client: ChainClient
  key: OperatorKey
  chain: DeployersChain
  newestSeen: () => Promise<number>
}

/**
 * Deploys the wallets of payers whose signing wallet has no code yet (ERC-6492), one after the other, and each once.
 * Factories are called through Multicall3, by an account that is no operator and holds only gas. Its transactions move
 * no value, so they need no journal (docs/money.md, rule 75). A failure is reported only of the newest block seen (rule
 * 31).
 */
export class WalletDeployer {
  readonly #client: ChainClient
  readonly #chain: DeployersChain
  readonly #key: OperatorKey
  readonly #newestSeen: () => Promise<number>
  /** In which block each was. */
  readonly #paidFor = new Map<Address, number>()
  #current: { payer: Address; nonce: number; hash: Hex; fees: Fees; since: number } | null = null

  constructor({ client, key, chain, newestSeen }: WalletDeployerParameters) {
    this.#client = client
    this.#key = key
    this.#chain = chain
    this.#newestSeen = newestSeen
  }

  /** Its balance of the native coin, and the possible cost of a deployment now, in wei. */
  async gas(): Promise<{ address: Address; balance: bigint; needed: bigint }> {
    const { address } = this.#key
    const [balance, { maxFeePerGas }] = await Promise.all([
      getBalance(this.#client, { address }),
      this.#fees(),
    ])
    return { address, balance, needed: DEPLOYMENT_GAS * maxFeePerGas }
  }

  async deploy(payer: Address, wallet: UndeployedWallet): Promise<WalletDeployment> {
    if (await this.#isThere(payer)) return null
    const current = this.#current
    const nonce = await getTransactionCount(this.#client, { address: this.#key.address })
    if (current !== null && nonce > current.nonce) {
      const receipt = await ifFound(getTransactionReceipt(this.#client, { hash: current.hash }))
      if (receipt !== null) this.#paidFor.set(current.payer, Number(receipt.blockNumber))
      this.#current = null
      return this.deploy(payer, wallet)
    }
    const paidIn = this.#paidFor.get(payer)
    if (paidIn !== undefined) return this.#unlessThere(payer, paidIn)
    const isStuck = current !== null && performance.now() - current.since > REPLACE_AFTER_MILLIS
    if (current !== null && !isStuck) return 'waiting'
    // A new request replaces a stuck transaction, whose payer may have given up.
    const today = await this.#fees()
    const fees = current === null ? today : raisedFees(current.fees, today, this.#chain.maxFeePerGas)
    return fees === null ? 'waiting' : this.#send(payer, wallet, { nonce, fees })
  }

  async #isThere(payer: Address): Promise<boolean> {
    return (await getCode(this.#client, { address: payer })) !== undefined
  }

  /** An endpoint that lags has not got the block that is asked about, and refuses to answer. */
  async #unlessThere(payer: Address, since: number): Promise<WalletDeployment> {
    const newest = Math.max(await this.#newestSeen(), since)
    const code = await getCode(this.#client, { address: payer, blockNumber: BigInt(newest) })
    return code === undefined ? 'wallet_undeployable' : null
  }

  #fees(): Promise<Fees> {
    return currentFees(this.#client, this.#chain.maxFeePerGas)
  }

  async #send(
    payer: Address,
    { factory, data }: UndeployedWallet,
    { nonce, fees }: { nonce: number; fees: Fees },
  ): Promise<WalletDeployment> {
    const { address } = this.#key
    const calls = encodeCalls([{ target: factory, callData: data }], { allowFailure: false })
    const request = { account: address, to: MULTICALL, data: calls, gas: DEPLOYMENT_GAS }
    const { chainId, billsGasLimit } = this.#chain
    const gas = billsGasLimit ? await billedGasLimit(this.#client, request) : request.gas
    const signed = await signTransaction(this.#key, chainId, { ...request, gas, nonce, fees })
    await sendTransaction(this.#client, { sender: address, ...signed })
    this.#current = { payer, nonce, hash: signed.hash, fees, since: performance.now() }
    return 'waiting'
  }
}
