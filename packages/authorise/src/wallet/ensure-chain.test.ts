import type { Chain } from '@per-second/protocol/types'
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

// docs/money.md, rule 60
describe('addChainParameter', () => {
  test('tells the service’s word of a chain the table does not have', () => {
    expect(addChainParameter(UNKNOWN)).toEqual({
      chainId: '0x7a69',
      chainName: 'Embedded chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8545'],
      blockExplorerUrls: ['https://explorer.example'],
    })
  })

  test('tells the table’s word of a chain it has, whatever the service says', () => {
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

/** A wallet on chain 1 that answers requests to switch with these errors, one after the other, and then switches. */
function walletRefusing(...errors: number[]) {
  const asked: [method: string, parameter: unknown][] = []
  let chainId = '0x1'
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return chainId
    const [parameter] = params as [{ chainId: string }]
    asked.push([method, parameter])
    const code = method === 'wallet_switchEthereumChain' ? errors.shift() : undefined
    if (code !== undefined) throw Object.assign(new Error('refused'), { code })
    if (method === 'wallet_switchEthereumChain') ({ chainId } = parameter)
    return null
  }
  return { asked, provider: { request } }
}

// docs/money.md, rule 60
describe('ensureProviderChain', () => {
  const switched = ['wallet_switchEthereumChain', { chainId: '0x7a69' }]

  test('asks a wallet that knows the chain to switch, and to add nothing', async () => {
    const { asked, provider } = walletRefusing()
    await ensureProviderChain(provider, UNKNOWN)
    await ensureProviderChain(provider, UNKNOWN)
    expect(asked).toEqual([switched])
  })

  test('asks to add the chain once the wallet has answered 4902', async () => {
    const { asked, provider } = walletRefusing(4902)
    await ensureProviderChain(provider, UNKNOWN)
    expect(asked).toEqual([switched, ['wallet_addEthereumChain', addChainParameter(UNKNOWN)], switched])
  })

  test.each([
    [4001, 'user_rejected'],
    [4200, 'method_unsupported'],
    [-32_603, 'wallet_failed'],
  ])('adds nothing after any other answer: %i', async (code, expected) => {
    const { asked, provider } = walletRefusing(code)
    const refusal = await ensureProviderChain(provider, UNKNOWN).catch(convertWalletError)
    expect([refusal, asked]).toEqual([expect.objectContaining({ code: expected }), [switched]])
  })
})
