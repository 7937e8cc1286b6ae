import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import type { MeterTerms } from '@per-second/protocol/terms'
import type { Address } from '@per-second/protocol/types'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type LocalStack,
  makeTerms,
  meterIdOf,
  newPayer,
  openMeter,
  perform,
  putContractWallet,
  signOpening,
  startLocalStack,
} from '../local-stack.fixture.ts'

let stack: LocalStack
beforeAll(async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
})
afterAll(() => stack.remove())

async function signedOpening(changes: Partial<MeterTerms> = {}, balance = 1_000_000_000n) {
  const payer = newPayer()
  await stack.local.mint(payer.address, balance)
  const terms = makeTerms(stack, payer.address, changes)
  return { payer, call: { kind: 'open' as const, terms, signature: await signOpening(payer, terms) } }
}

test('an opening that would succeed has no failure', async () => {
  const { call } = await signedOpening()
  expect(await stack.test.simulate(call)).toBeNull()
})

test('a signature by another key, or over other data, is invalid', async () => {
  const { call } = await signedOpening()
  const stranger = await signOpening(newPayer(), call.terms)
  expect(await stack.test.simulate({ ...call, signature: stranger })).toBe('signature_invalid')
  const terms = { ...call.terms, ratePerSecond: call.terms.ratePerSecond - 1n }
  expect(await stack.test.simulate({ ...call, terms })).toBe('signature_invalid')
  expect(await stack.test.simulate({ ...call, signature: '0x' })).toBe('signature_invalid')
})

test('a signature its payer took back is invalid', async () => {
  const { payer, call } = await signedOpening()
  const nonce = meterIdOf(call.terms)
  const signature = await payer.signTypedData({
    domain: { name: 'Agora Dollar', version: '1', chainId: 31_337, verifyingContract: testAusdAddress },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  })
  const raw = await payer.signTransaction({
    type: 'eip1559',
    chainId: 31_337,
    to: testAusdAddress,
    data: encodeFunctionData({
      abi: testAusdAbi,
      functionName: 'cancelAuthorization',
      args: [payer.address, nonce, signature],
    }),
    gas: 200_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    nonce: 0,
  })
  await stack.embedded.rpc.request({ method: 'eth_sendRawTransactionSync', params: [raw] })
  expect(await stack.test.simulate(call)).toBe('signature_invalid')
})

test('a payer without the whole deposit has insufficient funds', async () => {
  const { call } = await signedOpening({}, 999_999_999n)
  expect(await stack.test.simulate(call)).toBe('insufficient_funds')
})

/** Freezes as AUSD's issuer would. In the test token any account may. */
async function setFrozen(account: Address, isFrozen: boolean) {
  const functionName = isFrozen ? 'freeze' : 'unfreeze'
  const data = encodeFunctionData({ abi: testAusdAbi, functionName, args: [account] })
  const from = newPayer().address
  await stack.embedded.rpc.request({ method: 'anvil_impersonateAccount', params: [from] })
  const transaction = { from, to: testAusdAddress, data, gasPrice: '0x0' }
  await stack.embedded.rpc.request({ method: 'eth_sendTransactionSync', params: [transaction] })
}

test('a frozen payer gets its own error, and a frozen escrow is not the payer’s fault', async () => {
  const { payer, call } = await signedOpening()
  await setFrozen(payer.address, true)
  expect(await stack.test.isFrozen(payer.address)).toBe(true)
  expect(await stack.test.simulate(call)).toBe('payer_frozen')
  await setFrozen(payer.address, false)
  await setFrozen(testEscrowAddress, true)
  expect(await stack.test.isFrozen(payer.address)).toBe(false)
  expect(await stack.test.simulate(call)).toBe('reverted')
  await setFrozen(testEscrowAddress, false)
  expect(await stack.test.simulate(call)).toBeNull()
})

// docs/money.md, rule 31
test('an opening is too late at openBy, by the clock and not by the newest block', async () => {
  const { call } = await signedOpening()
  stack.clock.moveTo(call.terms.openBy - 1)
  expect(await stack.test.simulate(call)).toBeNull()
  stack.clock.moveTo(call.terms.openBy)
  expect(await stack.test.simulate(call)).toBe('too_late')
})

test('terms open once', async () => {
  const { call } = await signedOpening()
  await perform(stack, call)
  expect(await stack.test.simulate(call)).toBe('already_open')
})

test('terms the escrow refuses revert', async () => {
  const { call } = await signedOpening({ stopGrace: 604_801 })
  expect(await stack.test.simulate(call)).toBe('reverted')
})

test('a paused token refuses openings, settlements and closings, until it is released', async () => {
  const { call } = await signedOpening()
  const { terms } = await openMeter(stack)
  stack.clock.moveTo(stack.embedded.now() + 10)
  const calls = [
    call,
    { kind: 'settle', terms, toSecond: 10 },
    { kind: 'settleBatch', items: [{ terms, toSecond: 10 }] },
    { kind: 'close', terms, toSecond: 10 },
  ] as const
  const simulateAll = () => Promise.all(calls.map(item => stack.test.simulate(item)))
  await stack.setTokenPaused(true)
  expect(await simulateAll()).toEqual(Array(4).fill('token_paused'))
  await stack.setTokenPaused(false)
  expect(await simulateAll()).toEqual(Array(4).fill(null))
})

test('a settlement of a meter that never opened reverts', async () => {
  const terms = makeTerms(stack, newPayer().address)
  expect(await stack.test.simulate({ kind: 'settle', terms, toSecond: 1 })).toBe('reverted')
})

test('a contract wallet opens with any signature that it accepts', async () => {
  for (const [accepts, failure] of [
    [true, null],
    [false, 'signature_invalid'],
  ] as const) {
    const payer = await putContractWallet(stack, accepts)
    await stack.local.mint(payer, 1_000_000_000n)
    const call = { kind: 'open' as const, terms: makeTerms(stack, payer), signature: '0x1234' as const }
    expect(await stack.test.simulate(call)).toBe(failure)
  }
})
