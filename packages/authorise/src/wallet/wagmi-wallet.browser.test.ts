import { createConfig, injected } from '@wagmi/core'
import { custom } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeProvider, type FakeProvider, type FakeProviderOptions } from './fake-provider.ts'
import { createFakeWallet } from './fake-wallet.ts'
import { createWagmiWallet, type WagmiWalletOptions } from './wagmi-wallet.ts'
import { chain, describeWallet } from './wallet.suite.ts'
import type { Wallet } from './wallet.ts'

const WALLET_ID = 'example.test-wallet'
const WALLET_NAME = 'Test Wallet'

const OTHER = { name: 'Other', rdns: 'example.other', icon: '' }

let cleanUps: (() => void)[] = []

beforeEach(() => {
  cleanUps = []
})

afterEach(() => {
  for (const cleanUp of cleanUps) cleanUp()
  Reflect.deleteProperty(window, 'ethereum')
})

describeWallet('fake wallet', () => {
  const wallet = createFakeWallet({ id: WALLET_ID, name: WALLET_NAME })
  return { wallet, walletId: WALLET_ID, walletName: WALLET_NAME, controls: wallet.controls }
})

describeWallet('wagmi wallet over an announced provider', () => {
  const provider = announced()
  return {
    wallet: createdWallet(),
    walletId: WALLET_ID,
    walletName: WALLET_NAME,
    controls: provider.controls,
  }
})

describeWallet('wagmi wallet over window.ethereum', () => {
  const provider = createFakeProvider()
  Object.assign(window, { ethereum: provider })
  const walletName = 'Browser wallet'
  return { wallet: createdWallet(), walletId: 'injected', walletName, controls: provider.controls }
})

describeWallet('wagmi wallet over the page’s own configuration', () => {
  const provider = createFakeProvider()
  const wallet = createdWallet({ wagmiConfig: hostConfig(provider) })
  return { wallet, walletId: 'host-wallet', walletName: 'Host wallet', controls: provider.controls }
})

describe('discovery', () => {
  test('lists announced wallets under their names, with inline icons only', async () => {
    const wallet = createdWallet()
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
    const wallet = createdWallet()
    const announce = () => queueMicrotask(() => announced())
    window.addEventListener('eip6963:requestProvider', announce, { once: true })
    expect(await wallet.discover()).toEqual([{ id: WALLET_ID, name: WALLET_NAME, icon: null }])
  })

  test('shows window.ethereum once: under its proper name when it announced itself', async () => {
    const provider = announced()
    Object.assign(window, { ethereum: provider })
    expect(await createdWallet().discover()).toEqual([{ id: WALLET_ID, name: WALLET_NAME, icon: null }])
    Object.assign(window, { ethereum: createFakeProvider() })
    expect(await createdWallet().discover()).toEqual([
      { id: WALLET_ID, name: WALLET_NAME, icon: null },
      { id: 'injected', name: 'Browser wallet', icon: null },
    ])
  })

  test('finds nothing where there is nothing', async () => {
    expect(await createdWallet().discover()).toEqual([])
  })

  test('writes nothing into the page’s storage', async () => {
    announced()
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    await wallet.disconnect()
    expect(Object.keys(localStorage).filter(key => key.startsWith('wagmi'))).toEqual([])
  })
})

describe('release', () => {
  test('leaves nobody listening to a provider, nor for new ones', async () => {
    const [named, legacy] = [counted(announced()), counted(createFakeProvider())]
    Object.assign(window, { ethereum: legacy.provider })
    const wallets = [createdWallet(), createdWallet()]
    await wallets[0]?.connect(WALLET_ID)
    await wallets[1]?.connect('injected')
    expect([named.listeners() > 0, legacy.listeners() > 0]).toEqual([true, true])
    for (const wallet of wallets) wallet.release()
    expect([named.listeners(), legacy.listeners()]).toEqual([0, 0])
    const late = counted(createFakeProvider())
    const detail = { info: { rdns: 'example.late', name: 'Late', icon: '' }, provider: late.provider }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    await new Promise(requestAnimationFrame)
    expect(late.listeners()).toBe(0)
  })

  test('one wallet’s fault leaves nobody listening to the others', async () => {
    const [bad, good] = [counted(announced()), counted(announced({}, OTHER))]
    bad.provider.removeListener = () => {
      throw new Error('no')
    }
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    await wallet.connect(OTHER.rdns)
    wallet.release()
    expect(good.listeners()).toBe(0)
  })

  test('an announcement that is none is passed over', async () => {
    const wallet = createdWallet()
    for (const detail of [null, {}, { info: { rdns: 'example.bare', name: 'Bare' } }, { provider: {} }]) {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    announced({}, { name: 'First', rdns: 'example.same', icon: '' })
    announced({}, { name: 'Second', rdns: 'example.same', icon: '' })
    expect(await wallet.discover()).toEqual([{ id: 'example.same', name: 'First', icon: null }])
  })
})

describe('chains', () => {
  test.each([
    ['plain', {}],
    ['wrapped in -32603', { wrapsUnknownChain: true }],
    ['with a wallet that adds without switching', { addsWithoutSwitching: true }],
  ] as const)('an unknown chain is added after 4902, %s', async (_, options) => {
    const provider = announced(options)
    const wallet = createdWallet()
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
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    await expect(wallet.ensureChain(chain(31_337))).rejects.toMatchObject({ code: 'chain_mismatch' })
  })
})

describe('signing', () => {
  test('sends the typed data as the very JSON it was given', async () => {
    const provider = announced({ chainId: 31_337 })
    const wallet = createdWallet()
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
      const wallet = createdWallet()
      await wallet.connect(WALLET_ID)
      await expect(wallet.signMessage('hello')).rejects.toMatchObject({
        name: 'WalletError',
        code: 'wallet_failed',
      })
    },
  )

  test('notices an account that changed without an event', async () => {
    const provider = announced()
    const wallet = createdWallet()
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
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    provider.request = async call => (call.method === 'eth_accounts' ? [] : honest(call))
    await expect(wallet.signMessage('hello')).rejects.toMatchObject({ code: 'locked' })
    expect(await wallet.connect(WALLET_ID)).toMatchObject({ address: provider.controls.address })
    expect(provider.controls.prompts).toEqual(['connect', 'connect'])
  })

  test('is taken with its new account', async () => {
    const provider = announced()
    const wallet = createdWallet()
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
    const host = createdWallet({ wagmiConfig })
    await host.connect('host-wallet')
    const wallet = createdWallet({ wagmiConfig })
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
  cleanUps.push(() => window.removeEventListener('eip6963:requestProvider', announce))
  announce()
  return provider
}

function createdWallet(options?: WagmiWalletOptions): Wallet {
  const wallet = createWagmiWallet(options)
  cleanUps.push(() => wallet.release())
  return wallet
}

/** How many listen to the provider from now on. */
function counted(provider: FakeProvider): { provider: FakeProvider; listeners: () => number } {
  let count = 0
  const { on, removeListener } = provider
  provider.on = (event, listener) => {
    count++
    on(event, listener)
  }
  provider.removeListener = (event, listener) => {
    count--
    removeListener(event, listener)
  }
  return { provider, listeners: () => count }
}
