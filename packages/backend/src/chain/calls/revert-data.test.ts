import { expect, test } from 'vitest'
import { ChainError } from '../chain-error.ts'
import { createChainClient } from '../transport/chain-client.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'
import { revertDataOf } from './revert-data.ts'

const healthy = createChainClient({ request: async <T>() => '0x' as T })
const troubled = createChainClient({
  request: async () => {
    throw new RpcRejection('eth_call', -32_603, 'busy', undefined)
  },
})
const refusal = (code: number, data?: unknown) => new RpcRejection('eth_call', code, 'no', data)

test('the bytes of a revert are found where nodes put them', async () => {
  expect(await revertDataOf(troubled, refusal(3, '0x12345678'))).toBe('0x12345678')
  expect(await revertDataOf(troubled, refusal(-32_000, { data: '0x12345678' }))).toBe('0x12345678')
  expect(await revertDataOf(troubled, refusal(-32_015))).toBe('0x')
})

test('an unclear refusal is the call’s fault only where other calls run', async () => {
  expect(await revertDataOf(healthy, refusal(-32_000))).toBe('0x')
  expect(await revertDataOf(healthy, refusal(-32_603))).toBe('0x')
  await expect(revertDataOf(troubled, refusal(-32_603))).rejects.toMatchObject({
    cause: { name: 'ChainError', code: 'rejected', rpcCode: -32_603 },
  })
})

test('limits and silence say nothing about the call', async () => {
  expect(await revertDataOf(healthy, refusal(-32_005))).toBeNull()
  expect(await revertDataOf(healthy, new ChainError('timeout', 'late'))).toBeNull()
})
