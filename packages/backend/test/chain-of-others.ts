import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import type { Address, Hex } from '@per-second/protocol/types'
import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { startLocalStack } from '../src/chain/local-stack.fixture.ts'
import type { RpcProvider } from '../src/chain/transport/rpc-provider.ts'

const BLOCK_MILLIS = 250
const GAS_MONEY = '0xde0b6b3a7640000'

/** A foreign chain, with the contracts on it and a block every quarter of a second, for backends to share. */
export type ChainOfOthers = {
  rpc: RpcProvider
  chain: { rpc_url: string; token: Address; escrow: Address }
  /** The options that put a backend's test mode on it. */
  args: string[]
  /** An unused key for `OPERATOR_KEY`, with money for gas. */
  newOperator(): Promise<{ key: Hex; address: Address }>
  /** Gives an account the coin that pays for gas. */
  giveGasMoney(account: Address): Promise<void>
  /** Gives an account AUSD, in base units. */
  fund(account: Address, amount: bigint): Promise<void>
  /** Takes test AUSD from an account, as AUSD's issuer can. */
  burn(account: Address, amount: bigint): Promise<void>
  setTokenPaused(paused: boolean): Promise<void>
  /** Whether it makes blocks. Without them it takes transactions all the same. */
  setMining(mines: boolean): Promise<void>
  /** Its blocks are so much later from now on. */
  forward(seconds: number): Promise<void>
  remove(): Promise<void>
}

export async function startChainOfOthers(): Promise<ChainOfOthers> {
  let ahead = 0
  const stack = await startLocalStack(undefined, { now: () => Date.now() + ahead, moveTo: () => {} })
  await stack.local.prepare()
  const { rpc, rpcUrl, mine } = stack.embedded
  const { token, escrow } = stack.parameters
  let mines = true
  const mining = setInterval(() => mines && mine().catch(() => {}), BLOCK_MILLIS)
  const giveGasMoney = async (account: Address) => {
    await rpc.request({ method: 'anvil_setBalance', params: [account, GAS_MONEY] })
  }
  return {
    rpc,
    chain: { rpc_url: rpcUrl, token, escrow },
    args: [
      ...['--rpc-url', rpcUrl, '--chain-id', `${EMBEDDED_CHAIN_ID}`, '--token', token, '--escrow', escrow],
      ...['--public-rpc-url', rpcUrl, '--confirmations', '2'],
      // A few wallets open many meters in these tests. gas-allowances.test.ts covers their gas accounts.
      ...['--payer-allowance', '1000000', '--gas-allowance', '1000000'],
    ],
    newOperator: async () => {
      const key = generatePrivateKey()
      const address = privateKeyToAddress(key)
      await giveGasMoney(address)
      return { key, address }
    },
    giveGasMoney,
    fund: async (account, amount) => {
      await stack.local.mint(account, amount)
    },
    burn: async (account, value) => {
      const from = '0x00000000000000000000000000000000000155ee'
      const args = [[{ burnFromAddress: account, value }]] as const
      const data = encodeFunctionData({ abi: testAusdAbi, functionName: 'batchBurnFrom', args })
      await giveGasMoney(from)
      await rpc.request({ method: 'anvil_impersonateAccount', params: [from] })
      await rpc.request({
        method: 'eth_sendTransaction',
        params: [{ from, to: token, data, gasPrice: '0x77359400' }],
      })
      await mine()
    },
    setTokenPaused: stack.setTokenPaused,
    setMining: async next => {
      mines = next
      await rpc.request({ method: 'evm_setAutomine', params: [next] })
    },
    forward: async seconds => {
      ahead += seconds * 1_000
      await mine()
    },
    remove: async () => {
      clearInterval(mining)
      await stack.remove()
    },
  }
}
