import type { Hex } from '@per-second/protocol/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { honestService } from '../../test/honest-service.ts'
import { buildAuthorisation } from './build-authorisation.ts'
import { recoversTo } from './recovers-to.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const account = privateKeyToAccount(generatePrivateKey())
const { typedData } = buildAuthorisation(honestService())
const other = buildAuthorisation(honestService({ subscriptionId: 'sub_2' })).typedData
const signature = await account.signTypedData(typedData as never)

test('recoversTo: the payer’s own signature, for an address in any case', async () => {
  const payer = account.address
  expect(await recoversTo({ typedData, signature, payer })).toBe(true)
  expect(await recoversTo({ typedData, signature, payer: payer.toLowerCase() as Hex })).toBe(true)
  const upperCase = `0x${signature.slice(2).toUpperCase()}` as const
  expect(await recoversTo({ typedData, signature: upperCase, payer })).toBe(true)
})

test('recoversTo: not over another opening, not another account’s', async () => {
  expect(await recoversTo({ typedData: other, signature, payer: account.address })).toBe(false)
  const stranger = privateKeyToAccount(generatePrivateKey()).address
  expect(await recoversTo({ typedData, signature, payer: stranger })).toBe(false)
})

test('recoversTo: not the twin that the token refuses', async () => {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  const twin = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}` as Hex
  expect(await recoversTo({ typedData, signature: twin, payer: account.address })).toBe(false)
})

test.each<Hex>([
  '0x',
  '0xaa',
  `0x${'00'.repeat(65)}`,
  `0x${'11'.repeat(64)}1d`,
  `0x${'ff'.repeat(65)}`,
  `0x${'00'.repeat(64)}1b`,
  `0x${'ff'.repeat(32)}${'11'.repeat(32)}1b`,
  `0x${'12'.repeat(400)}`,
])('recoversTo: %s recovers to no account', async malformed => {
  expect(await recoversTo({ typedData, signature: malformed, payer: account.address })).toBe(false)
})
