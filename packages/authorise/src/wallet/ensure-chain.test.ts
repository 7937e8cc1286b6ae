import type { Chain } from '@per-second/protocol/types'
import type { AddEthereumChainParameter } from 'viem'
import { describe, expect, test } from 'vitest'
import { convertWalletError } from './convert-wallet-error.ts'
import { addChainParameter, ensureProviderChain } from './ensure-chain.ts'
import { WalletError } from './wallet.ts'

const UNKNOWN: Chain = {
  object: 'chain',
  chain_id: 31_337,
  name: 'Embedded chain',
  rpc_urls: ['http://127.0.0.1:8545'],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  block_explorer_url: 'https://explorer.example',
  token: {
    address: '0x5555555555555555555555555555555555555555',
    name: 'Agora Dollar',
    version: '1',
    symbol: 'AUSD',
    decimals: 6,
  },
  escrow: '0x4444444444444444444444444444444444444444',
  operator: '0x1111111111111111111111111111111111111111',
  fee_recipient: '0x2222222222222222222222222222222222222222',
  fee_bps: 100,
}

// docs/money.md, rule 56
describe('addChainParameter', () => {
  test('uses the service’s values for a chain outside the table', () => {
    expect(addChainParameter(UNKNOWN)).toEqual({
      chainId: '0x7a69',
      chainName: 'Embedded chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8545'],
      blockExplorerUrls: ['https://explorer.example'],
    })
  })

  test('uses the table’s values for a chain in it, and ignores the service’s', () => {
    const lie = { ...UNKNOWN, chain_id: 143, name: 'Ethereum', rpc_urls: ['https://evil.example'] }
    expect(addChainParameter(lie)).toEqual({
      chainId: '0x8f',
      chainName: 'Monad',
      nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
      rpcUrls: ['https://rpc.monad.xyz'],
      blockExplorerUrls: ['https://monadvision.com'],
    })
  })

  test.each([
    'http://localhost:8545',
    'http://chain.localhost',
    'http://127.0.0.2:1',
    'http://[::1]:8545',
    'https://rpc.example',
  ])('takes %s', url => {
    expect(addChainParameter({ ...UNKNOWN, rpc_urls: [url] }).rpcUrls).toEqual([url])
  })

  test.each([
    'http://rpc.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'ws://127.0.0.1:8545',
    'https://user:secret@rpc.example',
    'javascript:alert(1)',
    'not an address',
  ])('leaves out %s', url => {
    const kept = addChainParameter({
      ...UNKNOWN,
      rpc_urls: [url, 'https://rpc.example'],
      block_explorer_url: url,
    })
    expect(kept.rpcUrls).toEqual(['https://rpc.example'])
    expect(kept.blockExplorerUrls).toBeUndefined()
    expect(() => addChainParameter({ ...UNKNOWN, rpc_urls: [url] })).toThrow(WalletError)
  })
})

const PERSON_MS = 450
const aPerson = () => new Promise(resolve => setTimeout(resolve, PERSON_MS))

type Refuses = {
  switch?: unknown[]
  add?: (parameter: AddEthereumChainParameter) => unknown
  asPerson?: boolean
}

/** A wallet on chain 1 that responds to switch requests with these in order, and then switches. */
function walletRefusing({ switch: errors = [], add = () => undefined, asPerson = false }: Refuses = {}) {
  const asked: [method: string, parameter: unknown][] = []
  let chainId = '0x1'
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return chainId
    const [parameter] = params as [AddEthereumChainParameter]
    asked.push([method, parameter])
    const isSwitch = method === 'wallet_switchEthereumChain'
    const refusal = isSwitch ? errors.shift() : add(parameter)
    if (refusal !== undefined && asPerson) await aPerson()
    if (refusal !== undefined) throw refusal
    if (isSwitch) chainId = parameter.chainId
    return null
  }
  return { asked, provider: { request } }
}

const switched = ['wallet_switchEthereumChain', { chainId: '0x7a69' }]
const added = ['wallet_addEthereumChain', addChainParameter(UNKNOWN)]

// docs/money.md, rule 56
describe('ensureProviderChain', () => {
  test('only requests a switch from a wallet that knows the chain', async () => {
    const { asked, provider } = walletRefusing()
    await ensureProviderChain(provider, UNKNOWN)
    await ensureProviderChain(provider, UNKNOWN)
    expect(asked).toEqual([switched])
  })

  test.each<[string, unknown]>([
    ['4902', { code: 4902 }],
    ['4901', { code: 4901, message: 'no line to that network' }],
    ['4902 in -32603', { code: -32_603, data: { originalError: { code: 4902 } } }],
    ['4001 around an inner code', { code: 4001, message: { code: 8546, message: 'not offered' } }],
    ['4001, faster than a person', { code: 4001, message: 'User rejected the request.' }],
    ['4200', { code: 4200 }],
    ['-32603', { code: -32_603 }],
    ['nothing', null],
    ['a text', 'unrecognized chain'],
  ])('offers the chain to a wallet that answers %s', async (_name, error) => {
    const { asked, provider } = walletRefusing({ switch: [error] })
    await ensureProviderChain(provider, UNKNOWN)
    expect(asked).toEqual([switched, added, switched])
  })

  test.each([
    ['a person’s refusal', { code: 4001 }, 'user_rejected', true],
    ['a request that is open already', { code: -32_002 }, 'request_pending', false],
  ])('adds nothing after %s', async (_name, error, expected, asPerson) => {
    const { asked, provider } = walletRefusing({ switch: [error], asPerson })
    const refusal = await ensureProviderChain(provider, UNKNOWN).catch(convertWalletError)
    expect([refusal, asked]).toEqual([expect.objectContaining({ code: expected }), [switched]])
  })

  test('a person’s refusal of the addition is final', async () => {
    const add = () => ({ code: 4001 })
    const { asked, provider } = walletRefusing({ switch: [{ code: 4902 }], add, asPerson: true })
    const refusal = await ensureProviderChain(provider, UNKNOWN).catch(convertWalletError)
    expect([refusal, asked]).toEqual([expect.objectContaining({ code: 'user_rejected' }), [switched, added]])
  })

  test.each([
    [{ code: 4200 }, 'method_unsupported'],
    [null, 'chain_not_added'],
  ])('a wallet that can neither, and says %j of the addition, is told of', async (error, code) => {
    const { provider } = walletRefusing({ switch: [{ code: 4902 }], add: () => error })
    await expect(ensureProviderChain(provider, UNKNOWN)).rejects.toMatchObject({ code })
  })

  test('a wallet that requires an explorer gets one', async () => {
    const add = ({ blockExplorerUrls }: AddEthereumChainParameter) =>
      blockExplorerUrls ? undefined : { code: -32_602 }
    const { asked, provider } = walletRefusing({ switch: [{ code: 4902 }], add })
    await ensureProviderChain(provider, { ...UNKNOWN, block_explorer_url: null })
    const [, offered] = asked.at(-2) ?? []
    expect(offered).toMatchObject({ blockExplorerUrls: ['http://127.0.0.1:8545'] })
  })

  test('a wallet that refuses quickly and is on the chain all the same is accepted', async () => {
    let chainId = '0x1'
    const request = async ({ method }: { method: string }) => {
      if (method === 'eth_chainId') return chainId
      chainId = '0x7a69'
      throw { code: 4001 }
    }
    await ensureProviderChain({ request }, UNKNOWN)
  })
})
