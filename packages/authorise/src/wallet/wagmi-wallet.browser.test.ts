import { createConfig, injected } from '@wagmi/core'
import { custom } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeProvider, type FakeProvider, type FakeProviderOptions } from './fake-provider.ts'
import { createFakeWallet } from './fake-wallet.ts'
import { createWagmiWallet } from './wagmi-wallet.ts'
import { chain, describeWallet } from './wallet.suite.ts'

const WALLET_ID = 'example.test-wallet'
const WALLET_NAME = 'Test Wallet'

let stopAnnouncing: (() => void)[] = []

beforeEach(() => {
  stopAnnouncing = []
})

afterEach(() => {
  for (const stop of stopAnnouncing) stop()
  Reflect.deleteProperty(window, 'ethereum')
})

describeWallet('fake wallet', () => {
  const wallet = createFakeWallet({ id: WALLET_ID, name: WALLET_NAME })
  return { wallet, walletId: WALLET_ID, walletName: WALLET_NAME, controls: wallet.controls }
})

describeWallet('wagmi wallet over an announced provider', () => {
  const provider = announced()
  return {
    wallet: createWagmiWallet(),
    walletId: WALLET_ID,
    walletName: WALLET_NAME,
    controls: provider.controls,
  }
})

describeWallet('wagmi wallet over window.ethereum', () => {
  const provider = createFakeProvider()
  Object.assign(window, { ethereum: provider })
  const walletName = 'Browser wallet'
  return { wallet: createWagmiWallet(), walletId: 'injected', walletName, controls: provider.controls }
})

describeWallet('wagmi wallet over the page’s own configuration', () => {
  const provider = createFakeProvider()
  const wallet = createWagmiWallet({ wagmiConfig: hostConfig(provider) })
  return { wallet, walletId: 'host-wallet', walletName: 'Host wallet', controls: provider.controls }
})

describe('discovery', () => {
  test('lists announced wallets under their names, with inline icons only', async () => {
    const wallet = createWagmiWallet()
    announced({}, { name: 'Inline', rdns: 'example.inline', icon: 'data:image/svg+xml,<svg/>' })
    announced({}, { name: 'Remote', rdns: 'example.remote', icon: 'https://icons.example/wallet.svg' })
    announced({}, { name: ' ', rdns: 'example.nameless', icon: 'data:text/html,<b>x</b>' })
    expect(await wallet.discover()).toEqual([
      { id: 'example.inline', name: 'Inline', icon: 'data:image/svg+xml,<svg/>' },
      { id: 'example.remote', name: 'Remote', icon: null },
      { id: 'example.nameless', name: 'example.nameless', icon: null },
    ])
  })

  test('finds a wallet that announces itself only after it was asked', async () => {
    const wallet = createWagmiWallet()
    const announce = () => queueMicrotask(() => announced())
    window.addEventListener('eip6963:requestProvider', announce, { once: true })
    expect(await wallet.discover()).toEqual([{ id: WALLET_ID, name: WALLET_NAME, icon: null }])
  })

  test('shows window.ethereum once: under its proper name when it announced itself', async () => {
    const provider = announced()
    Object.assign(window, { ethereum: provider })
    expect(await createWagmiWallet().discover()).toEqual([{ id: WALLET_ID, name: WALLET_NAME, icon: null }])
    Object.assign(window, { ethereum: createFakeProvider() })
    expect(await createWagmiWallet().discover()).toEqual([
      { id: WALLET_ID, name: WALLET_NAME, icon: null },
      { id: 'injected', name: 'Browser wallet', icon: null },
    ])
  })

  test('finds nothing where there is nothing', async () => {
    expect(await createWagmiWallet().discover()).toEqual([])
  })

  test('writes nothing into the page’s storage', async () => {
    announced()
    const wallet = createWagmiWallet()
    await wallet.connect(WALLET_ID)
    await wallet.disconnect()
    expect(Object.keys(localStorage).filter(key => key.startsWith('wagmi'))).toEqual([])
  })
})

describe('chains', () => {
  test.each([
    ['plain', {}],
    ['wrapped in -32603', { wrapsUnknownChain: true }],
    ['with a wallet that adds without switching', { addsWithoutSwitching: true }],
  ] as const)('an unknown chain is added after 4902, %s', async (_, options) => {
    const provider = announced(options)
    const wallet = createWagmiWallet()
    await wallet.connect(WALLET_ID)
    provider.controls.forgetChain(31_337)
    await wallet.ensureChain(chain(31_337))
    const added = provider.calls.find(call => call.method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([
      {
        chainId: '0x7a69',
        chainName: 'Embedded chain',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:8545'],
      },
    ])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('a wallet that only says it switched is not believed', async () => {
    const provider = announced()
    const honest = provider.request.bind(provider)
    provider.request = async call => (call.method === 'wallet_switchEthereumChain' ? null : honest(call))
    const wallet = createWagmiWallet()
    await wallet.connect(WALLET_ID)
    await expect(wallet.ensureChain(chain(31_337))).rejects.toMatchObject({ code: 'chain_mismatch' })
  })
})

describe('signing', () => {
  test('sends the typed data as the very JSON it was given', async () => {
    const provider = announced({ chainId: 31_337 })
    const wallet = createWagmiWallet()
    await wallet.connect(WALLET_ID)
    const data = {
      primaryType: 'ReceiveWithAuthorization',
      types: { EIP712Domain: [], ReceiveWithAuthorization: [] },
      message: { value: '997200' },
      domain: { chainId: 31_337 },
    }
    await wallet.signTypedData(data as never).catch(() => undefined)
    const call = provider.calls.find(({ method }) => method === 'eth_signTypedData_v4')
    expect(call?.params).toEqual([provider.controls.address, JSON.stringify(data)])
  })

  test.each([null, undefined, '', {}, 'nothing'])(
    'an answer of %j is a failure, not a signature',
    async answer => {
      const provider = announced()
      const honest = provider.request.bind(provider)
      provider.request = async call => (call.method === 'personal_sign' ? answer : honest(call))
      const wallet = createWagmiWallet()
      await wallet.connect(WALLET_ID)
      await expect(wallet.signMessage('hello')).rejects.toMatchObject({
        name: 'WalletError',
        code: 'wallet_failed',
      })
    },
  )

  test('notices an account that changed without an event', async () => {
    const provider = announced()
    const wallet = createWagmiWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    const other = '0x5555555555555555555555555555555555555555'
    provider.request = async call => (call.method === 'eth_accounts' ? [other] : honest(call))
    await expect(wallet.signMessage('hello')).rejects.toMatchObject({ code: 'account_changed' })
    expect(provider.controls.prompts).toEqual(['connect'])
  })
})

describe('a wallet that changes without an event', () => {
  test('is asked again after it was locked', async () => {
    const provider = announced()
    const wallet = createWagmiWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    provider.request = async call => (call.method === 'eth_accounts' ? [] : honest(call))
    await expect(wallet.signMessage('hello')).rejects.toMatchObject({ code: 'locked' })
    expect(await wallet.connect(WALLET_ID)).toMatchObject({ address: provider.controls.address })
    expect(provider.controls.prompts).toEqual(['connect', 'connect'])
  })

  test('is taken with its new account', async () => {
    const provider = announced()
    const wallet = createWagmiWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    const other = '0x5555555555555555555555555555555555555555'
    provider.request = async call => (call.method === 'eth_accounts' ? [other] : honest(call))
    expect(await wallet.connect(WALLET_ID)).toMatchObject({ address: other })
  })
})

describe('the page’s own configuration', () => {
  test('a connection the page had is used without a prompt and outlives ours', async () => {
    const provider = createFakeProvider()
    const wagmiConfig = hostConfig(provider)
    const host = createWagmiWallet({ wagmiConfig })
    await host.connect('host-wallet')
    const wallet = createWagmiWallet({ wagmiConfig })
    expect(await wallet.connect('host-wallet')).toMatchObject({ address: provider.controls.address })
    await wallet.disconnect()
    expect(provider.controls.prompts).toEqual(['connect'])
    expect(wagmiConfig.state.status).toBe('connected')
  })
})

function hostConfig(provider: FakeProvider) {
  return createConfig({
    chains: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    transports: { 1: custom({ request: () => Promise.reject(new Error('no network')) }) },
    connectors: [
      injected({ target: { id: 'host-wallet', name: 'Host wallet', provider: provider as never } }),
    ],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
}

function announced(
  options: FakeProviderOptions = {},
  info: { name: string; rdns: string; icon: string } = {
    name: WALLET_NAME,
    rdns: WALLET_ID,
    icon: 'https://icons.example/a.png',
  },
): FakeProvider {
  const provider = createFakeProvider(options)
  const detail = Object.freeze({ info: { uuid: crypto.randomUUID(), ...info }, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  stopAnnouncing.push(() => window.removeEventListener('eip6963:requestProvider', announce))
  announce()
  return provider
}
