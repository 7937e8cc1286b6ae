import { expect, it } from 'vitest'
import { secretsOfAddress } from './address-secrets.ts'

it.each([
  ['https://eth.provider.example/v2/S3cr3tProviderKey', ['S3cr3tProviderKey']],
  ['https://rpc.example/ext/bc/C/rpc', []],
  ['https://rpc.example/?apikey=S3cr3t&net=main', ['S3cr3t', 'main']],
  ['https://rpc.example/?S3cr3t', ['S3cr3t']],
  ['https://me:pw@rpc.example/long-enough/longer-than-that', ['longer-than-that', 'long-enough', 'me', 'pw']],
  ['https://rpc.example/a%20k%2Fey?t=b%2Bcd', ['a%20k%2Fey', 'a k/ey', 'b%2Bcd', 'b+cd']],
  ['https://rpc.example/half%encoded', ['half%encoded']],
  ['https://rpc.example/a.key+with(signs)', ['a.key+with(signs)']],
  ['https://rpc.example', []],
])('%s may hold %j', (address, secrets) => {
  expect(secretsOfAddress(address)).toEqual(secrets)
})
