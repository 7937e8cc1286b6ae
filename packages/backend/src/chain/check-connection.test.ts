import { testEscrowAddress } from '@per-second/contracts/addresses'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFaultyProxy } from '../../test/real-chain/faulty-proxy.ts'
import { createEscrowChain, type EscrowChainParameters } from './escrow-chain.ts'
import { type LocalStack, newPayer, startLocalStack } from './local-stack.fixture.ts'

let stack: LocalStack
beforeAll(async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
})
afterAll(() => stack.remove())

const connect = (changes: Partial<EscrowChainParameters>) =>
  createEscrowChain({ ...stack.parameters, ...changes }).head()

/** A contract that answers every call with this number. */
async function putConstant(value: number) {
  const { address } = newPayer()
  const code = `0x60${value.toString(16).padStart(2, '0')}60005260206000f3`
  await stack.embedded.rpc.request({ method: 'anvil_setCode', params: [address, code] })
  return address
}

test('the chain that was configured is accepted', async () => {
  expect((await connect({})).timestamp).toBe(stack.embedded.now())
})

test('another chain id, a missing escrow and tokens that are no AUSD are refused', async () => {
  const nowhere = newPayer().address
  const cents = await putConstant(2)
  const dollars = await putConstant(6)
  await expect(connect({ escrow: nowhere })).rejects.toMatchObject({
    ...{ name: 'ChainError', code: 'escrow_missing', message: `there is no escrow at ${nowhere}` },
  })
  const refusals: [Partial<EscrowChainParameters>, string][] = [
    [{ chainId: 1, embedded: null }, 'the endpoint is on chain 31337, not 1'],
    [{ token: nowhere }, `there is no token at ${nowhere}`],
    [{ token: cents }, `the token ${cents} has 2 decimals, not 6`],
    [{ token: dollars }, `the token ${dollars} does not sign under AUSD's EIP-712 domain`],
  ]
  for (const [changes, message] of refusals)
    await expect(connect(changes)).rejects.toMatchObject({ name: 'ChainError', code: 'rejected', message })
  await expect(connect({ token: testEscrowAddress })).rejects.toMatchObject({
    name: 'ChainError',
    code: 'rejected',
  })
})

test('an endpoint that is not there is asked again by the next call', async () => {
  const proxy = await startFaultyProxy(stack.embedded.rpcUrl)
  onTestFinished(proxy.stop)
  proxy.misbehave(() => 'cut')
  const chain = createEscrowChain({ ...stack.parameters, embedded: null, rpcUrls: [proxy.url] })
  await expect(chain.transactionCount()).rejects.toMatchObject({ name: 'ChainError', code: 'unreachable' })
  proxy.misbehave(null)
  expect((await chain.head()).timestamp).toBe(stack.embedded.now())
})
