import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import {
  type EscrowLocation,
  type MeterTerms,
  meterDigest,
  openingDigest,
  openingTypedData,
} from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { pino } from 'pino'
import { encodeFunctionData, keccak256, stringToHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { getTransactionReceipt, readContract } from 'viem/actions'
import { createIds } from '../domain/id.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import type { Chain, EscrowCall } from './chain.ts'
import { type EmbeddedChain, startEmbeddedChain } from './embedded/embedded-chain.ts'
import { createLocalChain, embeddedSenderChain } from './embedded/local-chain.ts'
import { createEscrowChain, type EscrowChainParameters } from './escrow-chain.ts'
import { loadOrCreateOperatorKey, type OperatorKey } from './operator-key.ts'
import { createSender } from './sender/sender.ts'
import { signTransaction } from './sender/transaction-signer.ts'
import { createChainClient } from './transport/chain-client.ts'

/** 2027-01-15T08:00:00Z, where the clocks of these tests start. */
export const START = 1_800_000_000

export const MERCHANT: Address = '0x00000000000000000000000000000000000A11cE'
export const FEE_RECIPIENT: Address = '0x0000000000000000000000000000000000000FEE'

export type TestClock = { now(): number; moveTo(unixSeconds: number): void }

/** A clock that only moves when a test moves it. */
export function createTestClock(unixSeconds = START): TestClock {
  let instant = unixSeconds * 1000
  return {
    now: () => instant,
    moveTo: next => {
      instant = next * 1000
    },
  }
}

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>

/** Real chain, real database, real contracts, all in one folder. */
export async function startLocalStack(dir = makeFolder(), clock = createTestClock()) {
  const log = pino({ level: 'silent' })
  const operator = await loadOrCreateOperatorKey(join(dir, 'operator.json'))
  const embedded = await startEmbeddedChain({ dir: join(dir, 'chain'), clock, log })
  const storage = await openSqliteStorage(join(dir, 'database.sqlite'))
  const chainId = EMBEDDED_CHAIN_ID
  const newId = createIds(() => clock.now())
  const access = embeddedSenderChain(embedded, operator.address)
  const sender = createSender({
    chain: access,
    storage,
    chainId,
    operator: operator.address,
    newId,
    clock,
    log,
  })
  const local = createLocalChain({ embedded, sender, operator })
  const parameters = chainParameters(embedded, operator)
  return {
    dir,
    clock,
    embedded,
    storage,
    operator,
    sender,
    local,
    parameters,
    test: createEscrowChain(parameters),
    live: createEscrowChain({ ...parameters, escrow: liveEscrowAddress }),
    /** Pauses as the token's issuer does. */
    setTokenPaused: async (paused: boolean) => {
      const data = encodeFunctionData({
        ...{ abi: testAusdAbi, functionName: 'setIsTransferPaused', args: [paused] },
      })
      await sender.submit(
        'pause',
        async nonce => {
          const signed = await signTransaction(operator, chainId, {
            ...{ to: testAusdAddress, data, gas: 100_000n, nonce },
          })
          return { ...signed, nonce, blockTimestamp: embedded.now() }
        },
        async () => {},
      )
    },
    /** Ends chain and database. The folder stays. */
    async stop() {
      await embedded.stop()
      await storage.close()
    },
    async remove() {
      await this.stop()
      rmSync(dir, { recursive: true })
    },
  }
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'per-second-chain-'))
}

function chainParameters(embedded: EmbeddedChain, operator: OperatorKey): EscrowChainParameters {
  return {
    rpcUrls: [embedded.rpcUrl],
    publicRpcUrls: [embedded.rpcUrl],
    chainId: EMBEDDED_CHAIN_ID,
    name: 'Embedded chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    explorer: null,
    escrow: testEscrowAddress,
    escrowSalt: null,
    token: testAusdAddress,
    operator,
    feeRecipient: FEE_RECIPIENT,
    feeBps: 100,
    confirmations: 1,
    embedded,
  }
}

export function newPayer(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

/** One AUSD a second for at most 1,000 seconds, unless told otherwise. */
export function makeTerms(stack: LocalStack, payer: Address, changes: Partial<MeterTerms> = {}): MeterTerms {
  const openBy = Math.floor(stack.clock.now() / 1000) + 1_800
  const maxSeconds = changes.maxSeconds ?? 1_000
  return {
    payer,
    merchant: MERCHANT,
    operator: stack.operator.address,
    token: testAusdAddress,
    feeRecipient: FEE_RECIPIENT,
    feeBps: 100,
    ratePerSecond: 10n ** 18n,
    maxSeconds,
    stopGrace: 86_400,
    openBy,
    expiry: openBy + maxSeconds + 2_592_000,
    salt: keccak256(stringToHex(`sub_${Math.random()}`)),
    ...changes,
  }
}

const TEST_ESCROW: EscrowLocation = { chainId: EMBEDDED_CHAIN_ID, escrow: testEscrowAddress }

export function meterIdOf(terms: MeterTerms, location = TEST_ESCROW): Hex {
  return meterDigest(terms, location)
}

export function signOpening(
  payer: PrivateKeyAccount,
  terms: MeterTerms,
  location = TEST_ESCROW,
): Promise<Hex> {
  return payer.sign({ hash: openingDigest(openingTypedData(terms, location)) })
}

/** Sends a call through the sender and reads its outcome and block, and its events of the escrow. */
export async function perform(stack: LocalStack, call: EscrowCall, chain: Chain = stack.test) {
  const { hash } = await stack.sender.submit(
    call.kind,
    nonce => chain.sign(call, nonce),
    async () => {},
  )
  const { status, blockNumber, blockHash } = await receiptOf(stack, hash)
  const { events } = await chain.escrowEvents(blockNumber, blockNumber)
  return { hash, status, blockNumber, blockHash, events: events.filter(({ txHash }) => txHash === hash) }
}

/** The receipt of a mined transaction. */
async function receiptOf({ embedded }: LocalStack, hash: Hex) {
  const receipt = await getTransactionReceipt(createChainClient(embedded.rpc), { hash })
  return { ...receipt, blockNumber: Number(receipt.blockNumber) }
}

/** A funded payer's meter, opened at the clock's time. */
export async function openMeter(stack: LocalStack, changes: Partial<MeterTerms> = {}) {
  const payer = newPayer()
  await stack.local.mint(payer.address, 1_000_000_000n)
  const terms = makeTerms(stack, payer.address, changes)
  const receipt = await perform(stack, { kind: 'open', terms, signature: await signOpening(payer, terms) })
  return { payer, terms, receipt, meterId: meterIdOf(terms) }
}

/** An account's balance of the token, in base units. */
export function balanceOf({ embedded, parameters }: LocalStack, account: Address): Promise<bigint> {
  const contract = { address: parameters.token, abi: testAusdAbi }
  const client = createChainClient(embedded.rpc)
  return readContract(client, { ...contract, functionName: 'balanceOf', args: [account] })
}

/** Puts a wallet contract at a fresh address whose `isValidSignature` accepts everything, or nothing (ERC-1271). */
export async function putContractWallet({ embedded }: LocalStack, accepts: boolean): Promise<Address> {
  const address = newPayer().address
  const word = accepts ? '631626ba7e60e01b' : '6000'
  await embedded.rpc.request({ method: 'anvil_setCode', params: [address, `0x${word}60005260206000f3`] })
  return address
}

/** Sends a transaction of a payer's own wallet, as for leaving without the service. Resolves when it is mined. */
export async function sendAsPayer(
  { embedded, local, parameters }: LocalStack,
  payer: PrivateKeyAccount,
  functionName: 'stop' | 'reclaim',
  terms: MeterTerms,
): Promise<void> {
  await local.giveCoin(payer.address)
  const raw = await payer.signTransaction({
    type: 'eip1559',
    chainId: EMBEDDED_CHAIN_ID,
    to: parameters.escrow,
    data: encodeFunctionData({ abi: meterEscrowAbi, functionName, args: [terms] }),
    gas: 200_000n,
    maxFeePerGas: 1_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    nonce: Number(
      await embedded.rpc.request<Hex>({
        method: 'eth_getTransactionCount',
        params: [payer.address, 'latest'],
      }),
    ),
  })
  await embedded.rpc.request({ method: 'eth_sendRawTransactionSync', params: [raw] })
}
