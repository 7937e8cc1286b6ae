import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import type { MeterTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { decodeEventLog, encodeFunctionData, numberToHex, toEventSelector } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { anvilBinary } from '../../src/chain/embedded/anvil-process.ts'
import { deploymentCall, LOCAL_DEPLOYMENTS } from '../../src/chain/embedded/local-chain.ts'
import { Endpoints } from '../../src/chain/transport/endpoints.ts'
import { unassignedPort } from '../unassigned-port.ts'

export const GWEI = 1_000_000_000n

const READY_WITHIN_MS = 60_000

export type StrangeChain = Awaited<ReturnType<typeof startStrangeChain>>

/**
 * A foreign chain: gas has a price, and a block comes when the test says so. One rich stranger sends everything on it
 * beside the service's transactions.
 *
 * @param now the instant of the first block, in unix seconds
 */
export async function startStrangeChain(now: () => number) {
  const port = await unassignedPort()
  const flags = ['--no-mining', '--accounts', '0', '--quiet', '--slots-in-an-epoch', '2']
  const fees = ['--block-base-fee-per-gas', `${GWEI}`]
  const chain = ['--chain-id', `${EMBEDDED_CHAIN_ID}`, '--timestamp', `${now() - 1}`, '--port', `${port}`]
  const anvil = spawn(anvilBinary(), [...flags, ...fees, ...chain], { stdio: 'ignore' })
  const ended = once(anvil, 'exit')
  const url = `http://127.0.0.1:${port}`
  const rpc = new Endpoints([url])
  const deadline = performance.now() + READY_WITHIN_MS
  while (
    !(await rpc.request({ method: 'eth_chainId' }).then(
      () => true,
      () => false,
    ))
  ) {
    if (performance.now() > deadline) throw new Error('anvil does not start')
    await delay(10)
  }
  await rpc.request({ method: 'anvil_setBlockTimestampInterval', params: [0] })
  const stranger = privateKeyToAccount(generatePrivateKey())
  const giveGasMoney = (account: Address) =>
    rpc.request({ method: 'anvil_setBalance', params: [account, numberToHex(10n ** 20n)] })
  await giveGasMoney(stranger.address)

  const latestTime = async () =>
    Number(
      (await rpc.request<{ timestamp: Hex }>({ method: 'eth_getBlockByNumber', params: ['latest', false] }))
        .timestamp,
    )

  /** Blocks at the clock's time, each with the waiting transactions that pay enough. */
  const mine = async (blocks = 1) => {
    for (let block = 0; block < blocks; block += 1) {
      await rpc.request({
        method: 'evm_setNextBlockTimestamp',
        params: [Math.max(now(), await latestTime())],
      })
      await rpc.request({ method: 'evm_mine' })
    }
  }
  const send = async (account: PrivateKeyAccount, to: Address, data: Hex, gas = 300_000n): Promise<Hex> => {
    const nonce = await rpc.request<Hex>({
      method: 'eth_getTransactionCount',
      params: [account.address, 'pending'],
    })
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: EMBEDDED_CHAIN_ID,
      to,
      data,
      gas,
      nonce: Number(nonce),
      maxFeePerGas: 1_000n * GWEI,
      maxPriorityFeePerGas: 10n * GWEI,
    })
    return rpc.request<Hex>({ method: 'eth_sendRawTransaction', params: [raw] })
  }
  for (const deployment of LOCAL_DEPLOYMENTS) {
    const { to, data } = await deploymentCall(deployment)
    await send(stranger, to, data, 5_000_000n)
    await mine()
  }

  const onToken = async (
    call:
      | { functionName: 'mint'; args: readonly [Address, bigint] }
      | { functionName: 'setIsTransferPaused'; args: readonly [boolean] }
      | { functionName: 'freeze' | 'unfreeze'; args: readonly [Address] }
      | { functionName: 'cancelAuthorization'; args: readonly [Address, Hex, Hex] },
  ) => {
    await send(stranger, testAusdAddress, encodeFunctionData({ abi: testAusdAbi, ...call }))
    await mine()
  }
  const balanceOf = async (account: Address): Promise<bigint> => {
    const data = encodeFunctionData({ abi: testAusdAbi, functionName: 'balanceOf', args: [account] })
    return BigInt(
      await rpc.request<Hex>({ method: 'eth_call', params: [{ to: testAusdAddress, data }, 'latest'] }),
    )
  }

  return {
    url,
    rpc,
    mine,
    /** Many empty blocks at once. */
    skip: (blocks: number) => rpc.request({ method: 'anvil_mine', params: [numberToHex(blocks), '0x0'] }),
    giveGasMoney,
    onToken,
    balanceOf,
    mint: (to: Address, amount: bigint) => onToken({ functionName: 'mint', args: [to, amount] }),
    /** The last blocks are replaced by as many empty ones, and the pool forgets their transactions, too. */
    reorg: async (depth: number) => {
      await rpc.request({ method: 'anvil_reorg', params: [depth, []] })
    },
    setBaseFee: (wei: bigint) =>
      rpc.request({ method: 'anvil_setNextBlockBaseFeePerGas', params: [numberToHex(wei)] }),
    drop: (hash: Hex) => rpc.request({ method: 'anvil_dropTransaction', params: [hash] }),
    /** A call of a payer's own wallet, or of any account, about a meter. Waits for a block. */
    onMeter: async (account: PrivateKeyAccount, functionName: 'stop' | 'reclaim', terms: MeterTerms) => {
      await giveGasMoney(account.address)
      const data = encodeFunctionData({ abi: meterEscrowAbi, functionName, args: [terms] })
      return send(account, testEscrowAddress, data)
    },
    /** Everything the escrow has ever charged in the blocks that are there now. */
    charges: async () => {
      const event = meterEscrowAbi.find(item => item.type === 'event' && item.name === 'Settled')
      if (event?.type !== 'event') throw new Error('the escrow has no Settled event')
      const filter = { address: testEscrowAddress, topics: [toEventSelector(event)], fromBlock: '0x0' }
      const logs = await rpc.request<
        { data: Hex; topics: [Hex, ...Hex[]]; transactionHash: Hex; logIndex: Hex }[]
      >({ method: 'eth_getLogs', params: [filter] })
      return logs.map(({ data, topics, transactionHash, logIndex }) => {
        const { args } = decodeEventLog({ abi: meterEscrowAbi, eventName: 'Settled', data, topics })
        return { ...args, txHash: transactionHash, logIndex: Number(logIndex) }
      })
    },
    stop: async () => {
      anvil.kill('SIGKILL')
      await ended
    },
  }
}
