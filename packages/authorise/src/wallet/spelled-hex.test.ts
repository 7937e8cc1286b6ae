import type { Hex } from '@per-second/protocol/types'
import { hexToBigInt, numberToHex, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { keySignature, spelledHex } from './spelled-hex.ts'

const account = privateKeyToAccount(`0x${'4d'.repeat(32)}`)
const MESSAGE = 'hello'
const signature = await account.signMessage({ message: MESSAGE })
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const r = signature.slice(0, 66) as Hex
const s: Hex = `0x${signature.slice(66, 130)}`
const v = Number(`0x${signature.slice(130)}`)
const compact: Hex = `${r}${numberToHex(hexToBigInt(s) | (BigInt(v - 27) << 255n), { size: 32 }).slice(2)}`
const high = numberToHex(ORDER - hexToBigInt(s), { size: 32 }).slice(2)

describe('spelledHex', () => {
  test.each<[string, unknown]>([
    ['as it should be', signature],
    ['without 0x', signature.slice(2)],
    ['0X, in capitals', `0X${signature.slice(2).toUpperCase()}`],
    ['with space around it', ` ${signature}\n`],
    ['a result', { result: signature }],
    ['a signature in a result', { jsonrpc: '2.0', result: { signature: signature.slice(2) } }],
    ['three fields', { r, s, v }],
    ['three fields, the parity a text', { r: r.slice(2), s, v: `${v}` }],
  ])('%s', (_name, answer) => {
    expect(spelledHex(answer)).toBe(signature)
  })

  test.each([null, undefined, '', 7, true, '0x1', 'no', {}, { result: null }, { r, s }, []])(
    '%j holds none',
    answer => {
      expect(spelledHex(answer)).toBeNull()
    },
  )

  test('an empty 0x is hex', () => {
    expect(spelledHex('0x')).toBe('0x')
  })
})

describe('keySignature', () => {
  const recovers = async (spelling: Hex) =>
    (await recoverMessageAddress({ message: MESSAGE, signature: spelling })) === account.address

  test.each<[string, Hex]>([
    ['v as 27 or 28', signature],
    ['v as 0 or 1', `${signature.slice(0, 130)}0${v - 27}` as Hex],
    ['64 bytes (EIP-2098)', compact],
    ['the higher s', `${r}${high}${numberToHex(55 - v).slice(2)}` as Hex],
    ['the higher s, v as 0 or 1', `${r}${high}0${28 - v}` as Hex],
  ])('%s', async (_name, given) => {
    expect(await keySignature(given, recovers)).toBe(signature)
  })

  test.each<[string, Hex]>([
    ['a Safe’s approved hash', `0x${'00'.repeat(12)}${'ab'.repeat(20)}${'00'.repeat(32)}01`],
    ['a passkey’s 64 bytes', `0x${'ab'.repeat(64)}`],
    ['a contract’s 130 bytes', `0x${'ab'.repeat(130)}`],
    ['nothing', '0x'],
  ])('%s stays as it is', async (_name, given) => {
    expect(await keySignature(given, async () => false)).toBe(given)
  })
})
