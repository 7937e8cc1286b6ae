import { testAusdAddress } from '@per-second/contracts/addresses'
import type { Address, Hex } from '@per-second/protocol/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type LocalStack,
  makeTerms,
  newPayer,
  putContractWallet,
  signOpening,
  startLocalStack,
} from '../local-stack.fixture.ts'

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let stack: LocalStack
beforeAll(async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
})
afterAll(() => stack.remove())

async function openingBy(payer: PrivateKeyAccount) {
  const terms = makeTerms(stack, payer.address)
  return { terms, signature: await signOpening(payer, terms) }
}

/** Gives a key the code of an EIP-7702 delegation to a contract that has no `isValidSignature`. */
async function delegate(address: Address) {
  await stack.embedded.rpc.request({
    method: 'anvil_setCode',
    params: [address, `0xef0100${testAusdAddress.slice(2)}`],
  })
}

test('a message is verified for the key that signed it and no other', async () => {
  const signer = newPayer()
  const message = 'example.org wants you to sign in'
  const signature = await signer.signMessage({ message })
  const verify = (address: Address, text: string, bytes: Hex) =>
    stack.test.verifyMessage({ address, message: text, signature: bytes })
  expect(await verify(signer.address, message, signature)).toBe(true)
  expect(await verify(newPayer().address, message, signature)).toBe(false)
  expect(await verify(signer.address, `${message}.`, signature)).toBe(false)
  expect(await verify(signer.address, message, '0x')).toBe(false)
  expect(await verify(signer.address, message, `0x${'ff'.repeat(65)}`)).toBe(false)
})

test('a delegated key still signs messages and openings', async () => {
  const signer = newPayer()
  await delegate(signer.address)
  const { address } = signer
  const signature = await signer.signMessage({ message: 'hello' })
  expect(await stack.test.verifyMessage({ address, message: 'hello', signature })).toBe(true)
  expect(await stack.test.isSignedByKey(await openingBy(signer))).toBe(true)
})

test('a contract wallet decides about messages itself, with any capitals in its address', async () => {
  for (const accepts of [true, false]) {
    const address = await putContractWallet(stack, accepts)
    expect(await stack.test.verifyMessage({ address, message: 'hello', signature: '0xabcd' })).toBe(accepts)
    const shouted: Address = `0x${address.slice(2).toUpperCase()}`
    expect(await stack.test.verifyMessage({ address: shouted, message: 'hello', signature: '0xabcd' })).toBe(
      accepts,
    )
  }
})

test('a contract that is no wallet, or answers nonsense, accepts nothing', async () => {
  for (const code of ['0x60006000fd', '0x5f5ff3', '0x5b600056', '0x600160005260206000f3']) {
    const { address } = newPayer()
    await stack.embedded.rpc.request({ method: 'anvil_setCode', params: [address, code] })
    expect(await stack.test.verifyMessage({ address, message: 'hello', signature: '0xabcd' })).toBe(false)
  }
})

test('an opening is verified for the key that signed it, in the one form the token takes', async () => {
  const signer = newPayer()
  const { terms, signature } = await openingBy(signer)
  const verify = (bytes: Hex, payer = signer.address) =>
    stack.test.isSignedByKey({ terms: { ...terms, payer }, signature: bytes })
  expect(await verify(signature)).toBe(true)
  expect(await verify(signature, newPayer().address)).toBe(false)
  const bySomeoneElse = await signOpening(newPayer(), terms)
  expect(await verify(bySomeoneElse)).toBe(false)
  const v = signature.slice(130)
  const highS = (CURVE_ORDER - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  expect(await verify(`${signature.slice(0, 66)}${highS}${v === '1b' ? '1c' : '1b'}` as Hex)).toBe(false)
  expect(await verify(`${signature.slice(0, 130)}${v === '1b' ? '00' : '01'}` as Hex)).toBe(false)
})
