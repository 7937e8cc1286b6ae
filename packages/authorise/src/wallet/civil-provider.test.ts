import { describe, expect, test } from 'vitest'
import { civilAnswer, civilEvent } from './civil-provider.ts'
import { ProviderLeases } from './provider-leases.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}`
const provider = {
  request: async ({ method }: { method: string }) => (method === 'eth_accounts' ? [ACCOUNT] : '0x7a69'),
}

describe('civilAnswer', () => {
  test.each<[string, string, unknown, unknown]>([
    ['accounts', 'eth_accounts', [ACCOUNT], [ACCOUNT]],
    ['one account alone', 'eth_requestAccounts', ACCOUNT, [ACCOUNT]],
    ['no list', 'eth_accounts', null, []],
    ['accounts of CAIP-10', 'eth_accounts', [`eip155:1:${ACCOUNT}`, 7], [ACCOUNT]],
    ['an envelope', 'eth_accounts', { jsonrpc: '2.0', id: 1, result: [ACCOUNT] }, [ACCOUNT]],
    ['a number for a chain', 'eth_chainId', 31_337, '0x7a69'],
    ['a decimal text for a chain', 'eth_chainId', '31337', '0x7a69'],
    ['anything else', 'eth_call', '0x01', '0x01'],
  ])('%s', (_name, method, answer, expected) => {
    expect(civilAnswer(method, answer)).toEqual(expected)
  })

  test('an error in an envelope is thrown', () => {
    const error = { code: 4001 }
    expect(() => civilAnswer('eth_call', { jsonrpc: '2.0', error })).toThrow(expect.objectContaining(error))
  })
})

describe('civilEvent', () => {
  test.each<[string, unknown, unknown]>([
    ['accountsChanged', [ACCOUNT, null], [ACCOUNT]],
    ['accountsChanged', undefined, [ACCOUNT]],
    ['chainChanged', '0x1', '0x1'],
    ['chainChanged', 1, '0x1'],
    ['chainChanged', { chainId: '0x1' }, '0x1'],
    ['chainChanged', 'loading', '0x7a69'],
    ['chainChanged', '', '0x7a69'],
    ['chainChanged', null, '0x7a69'],
    ['chainChanged', 0, '0x7a69'],
    ['connect', undefined, { chainId: '0x7a69' }],
    ['disconnect', undefined, undefined],
  ])('%s with %j', async (event, value, expected) => {
    expect(await civilEvent(provider, event, value)).toEqual(expected)
  })
})

test('a provider whose on throws, or that has none, still gives its other events', () => {
  const leases = new ProviderLeases()
  const on = () => {
    throw new Error('unsupported event')
  }
  for (const half of [{ ...provider, on }, provider]) leases.of(half).on('disconnect', () => undefined)
  leases.release()
})
