import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import {
  type Address,
  type Chain,
  type Client,
  createTestClient,
  defineChain,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type WalletActions,
  walletActions,
} from 'viem'
import { foundryBinary } from './foundry-binary.ts'

/** A chain of its own for tests and measurements, with unlocked accounts that have native coin. */
export type LocalChain = {
  rpcUrl: string
  chainId: number
  client: Client<ReturnType<typeof http>, Chain> & TestActions & PublicActions & WalletActions<Chain>
  /** Unlocked accounts: transactions from them need no key. */
  accounts: readonly Address[]
  /** Sends a call from an unlocked account and waits for its block. Throws unless it succeeds. */
  send(call: { from: Address; to: Address; data: Hex }): Promise<TransactionReceipt>
  /** The receipt of a transaction that was sent. viem's own waiting now and then misses a block that comes at once. */
  receipt(hash: Hex): Promise<TransactionReceipt>
  stop(): Promise<void>
}

const GAS_LIMIT = 25_000_000n
const RECEIPT_LIMIT_MS = 30_000

/** `timestamp`: of the first block, in unix seconds (default: now). */
export type LocalChainOptions = { chainId?: number; timestamp?: number }

/** Starts anvil on a free port, with a block for each transaction. */
export async function startLocalChain(options: LocalChainOptions = {}): Promise<LocalChain> {
  const { chainId = 31_337, timestamp } = options
  const time = timestamp === undefined ? [] : ['--timestamp', `${timestamp}`]
  const anvil = spawn(foundryBinary('anvil'), ['--port', '0', '--chain-id', `${chainId}`, ...time], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve, reject) => anvil.on('exit', () => resolve()).on('error', reject))
  const rpcUrl = await Promise.race([listeningAt(anvil.stdout), exited.then(refuseExit)])
  anvil.stdout.resume()
  const chain = defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createTestClient({ chain, mode: 'anvil', transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
  const receipt = (hash: Hex) => pollReceipt(client, hash)
  return {
    rpcUrl,
    chainId,
    client,
    accounts: await client.getAddresses(),
    async send({ from, to, data }) {
      const hash = await client.sendTransaction({ account: from, to, data, gas: GAS_LIMIT })
      const mined = await receipt(hash)
      if (mined.status !== 'success') throw new Error(`reverted: ${to} ${data.slice(0, 10)}`)
      return mined
    },
    receipt,
    async stop() {
      anvil.kill()
      await exited
    },
  }
}

async function pollReceipt(client: PublicActions, hash: Hex): Promise<TransactionReceipt> {
  const deadline = performance.now() + RECEIPT_LIMIT_MS
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || performance.now() > deadline) throw error
    }
  }
}

async function listeningAt(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const address = /^Listening on (\S+)/.exec(line)?.[1]
    if (address !== undefined) return `http://${address}`
  }
  throw new Error('anvil ended before it listened')
}

function refuseExit(): never {
  throw new Error('anvil ended before it listened')
}
