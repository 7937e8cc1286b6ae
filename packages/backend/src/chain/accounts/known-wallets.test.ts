import type { Address, Hex } from '@per-second/protocol/types'
import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { isKnownDeployment } from './known-wallets.ts'

const COINBASE: Address = '0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a'
const SAFE_FACTORY: Address = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'
const SAFE: Address = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
const HANDLER: Address = '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99'
const MODULE: Address = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'
const MODULE_SETUP: Address = '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47'
const STRANGER: Address = '0x1111111111111111111111111111111111111111'

const abi = parseAbi([
  'function createAccount(bytes[] owners, uint256 nonce)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  'function createProxyWithCallback(address singleton, bytes initializer, uint256 saltNonce, address callback)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
])
const enable = (...modules: Address[]) =>
  encodeFunctionData({ abi, functionName: 'enableModules', args: [modules] })

type Setup = { to?: Address; code?: Hex; handler?: Address; payment?: bigint }

function safe(
  singleton: Address,
  { to = zeroAddress, code = '0x', handler = HANDLER, payment = 0n }: Setup = {},
): Hex {
  const setup = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[STRANGER], 1n, to, code, handler, zeroAddress, payment, zeroAddress],
  })
  return encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args: [singleton, setup, 7n] })
}

const isKnown = (factory: Address, data: Hex) => isKnownDeployment({ factory, data, signature: '0x' })

// docs/money.md, rule 75
describe('a deployment is known', () => {
  test.each([
    ['a Safe', safe(SAFE)],
    ['a Safe for many chains', safe('0x29fcB43b46531BcA003ddC8FCB67FFE91900C762')],
    ['a Safe with the 4337 module', safe(SAFE, { to: MODULE_SETUP, code: enable(MODULE), handler: MODULE })],
  ])('of %s', (_, data) => expect(isKnown(SAFE_FACTORY, data)).toBe(true))

  test('of a Safe of the version before, by its own factory only', () => {
    const data = safe('0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', {
      handler: '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4',
    })
    expect(isKnown('0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2', data)).toBe(true)
    expect(isKnown(SAFE_FACTORY, data)).toBe(false)
  })

  test('of a Coinbase smart wallet, which its owners determine', () => {
    const owners = encodeFunctionData({ abi, functionName: 'createAccount', args: [['0x12', '0x34'], 1n] })
    expect(isKnown(COINBASE, owners)).toBe(true)
    expect(isKnown('0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842', owners)).toBe(true)
    expect(isKnown(COINBASE, `${owners}00`)).toBe(false)
    expect(isKnown(COINBASE, safe(SAFE))).toBe(false)
    expect(isKnown(SAFE_FACTORY, owners)).toBe(false)
  })
})

// docs/money.md, rule 75
test('a deployment by another factory is not known, whatever its call', () => {
  const owners = encodeFunctionData({ abi, functionName: 'createAccount', args: [['0x12', '0x34'], 1n] })
  for (const data of ['0x', owners, safe(SAFE)] as const) expect(isKnown(STRANGER, data)).toBe(false)
})

// docs/money.md, rule 75
describe('a deployment by a genuine Safe factory is not known', () => {
  const callback = encodeFunctionData({
    abi,
    functionName: 'createProxyWithCallback',
    args: [SAFE, '0x', 7n, STRANGER],
  })
  test.each([
    ['of another implementation', safe(STRANGER)],
    ['whose initialiser runs other code', safe(SAFE, { to: STRANGER, code: enable(MODULE) })],
    ['whose initialiser runs the Safe itself', safe(SAFE, { to: SAFE, code: enable(MODULE) })],
    ['with another module', safe(SAFE, { to: MODULE_SETUP, code: enable(STRANGER) })],
    [
      'with another module beside a known one',
      safe(SAFE, { to: MODULE_SETUP, code: enable(MODULE, STRANGER) }),
    ],
    ['whose module setup is called otherwise', safe(SAFE, { to: MODULE_SETUP, code: '0x12345678' })],
    ['with another fallback handler', safe(SAFE, { handler: STRANGER })],
    ['with none', safe(SAFE, { handler: zeroAddress })],
    ['that pays for itself', safe(SAFE, { payment: 1n })],
    ['with a callback', callback],
    ['with bytes behind its call', `${safe(SAFE)}00` as Hex],
    ['with a call cut short', safe(SAFE).slice(0, -2) as Hex],
    ['with no call', '0x' as Hex],
    [
      'with no initialiser',
      encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args: [SAFE, '0x', 7n] }),
    ],
  ])('%s', (_, data) => expect(isKnown(SAFE_FACTORY, data)).toBe(false))
})
