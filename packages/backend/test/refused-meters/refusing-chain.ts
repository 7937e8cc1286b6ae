import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import { encodeAbiParameters, encodeFunctionData, keccak256, maxUint256, numberToHex } from 'viem'
import { Endpoints } from '../../src/chain/transport/endpoints.ts'
import type { ServiceLine } from '../../src/start/start-service.ts'

/** Where the escrow keeps its meters by id, and credit by token and account: the first two places of its storage. */
const METERS = 0n
const CREDIT = 1n

const CALLS_AT_ONCE = 500

const ANYBODY: Address = '0x00000000000000000000000000000000000a4b0d'

/** Opens meters by writing them into the escrow's storage, in the form of an open one. */
export async function openInStorage(
  { chain }: Pick<ServiceLine, 'chain'>,
  { model, meterIds }: { model: Hex; meterIds: readonly Hex[] },
): Promise<void> {
  const rpc = new Endpoints([chain.rpc_url])
  const place = (id: Hex) =>
    keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [id, METERS]))
  const word = await rpc.request({
    method: 'eth_getStorageAt',
    params: [chain.escrow, place(model), 'latest'],
  })
  for (let done = 0; done < meterIds.length; done += CALLS_AT_ONCE) {
    const part = meterIds.slice(done, done + CALLS_AT_ONCE)
    await Promise.all(
      part.map(id => rpc.request({ method: 'anvil_setStorageAt', params: [chain.escrow, place(id), word] })),
    )
  }
  const last = meterIds.at(-1) ?? model
  const data = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'state', args: [last] })
  const state = await rpc.request<Hex>({ method: 'eth_call', params: [{ to: chain.escrow, data }, 'latest'] })
  if (BigInt(state) === 0n) throw new Error('The escrow does not keep its meters where it did.')
}

/**
 * From now on the escrow refuses every call that would pay one account, and no other. The token does not pay it, and
 * the escrow's debt to it cannot grow.
 *
 * @returns ends it
 */
export async function refusePaying(
  { chain }: { chain: Pick<ServiceLine['chain'], 'rpc_url' | 'token' | 'escrow'> },
  account: Address,
): Promise<() => Promise<void>> {
  const rpc = new Endpoints([chain.rpc_url])
  // A call at the newest block that follows another at once does not see the writes to the storage meanwhile.
  const tell = (functionName: 'freeze' | 'unfreeze') => {
    const data = encodeFunctionData({ abi: testAusdAbi, functionName, args: [account] })
    const transaction = { from: ANYBODY, to: chain.token, data, gas: '0x30d40' }
    const free = { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
    return rpc.request({ method: 'eth_sendTransactionSync', params: [{ ...transaction, ...free }] })
  }
  await rpc.request({ method: 'anvil_impersonateAccount', params: [ANYBODY] })
  await tell('freeze')
  const key = [{ type: 'address' }, { type: 'bytes32' }] as const
  const ofToken = keccak256(encodeAbiParameters(key, [chain.token, numberToHex(CREDIT, { size: 32 })]))
  const place = keccak256(encodeAbiParameters(key, [account, ofToken]))
  const before = await rpc.request({ method: 'eth_getStorageAt', params: [chain.escrow, place, 'latest'] })
  const full = numberToHex(maxUint256)
  await rpc.request({ method: 'anvil_setStorageAt', params: [chain.escrow, place, full] })
  const args = [chain.token, account] as const
  const data = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'credit', args })
  const credit = await rpc.request({ method: 'eth_call', params: [{ to: chain.escrow, data }, 'latest'] })
  if (credit !== full) throw new Error('The escrow does not keep its credit where it did.')
  return async () => {
    await rpc.request({ method: 'anvil_setStorageAt', params: [chain.escrow, place, before] })
    await tell('unfreeze')
  }
}
