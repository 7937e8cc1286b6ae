import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import { type Config, connect, createConfig, injected } from '@wagmi/core'
import { custom, encodeFunctionData, encodeFunctionResult } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeProvider, type FakeProvider, type FakeProviderOptions } from './fake-provider.ts'
import { createWagmiWallet, type WagmiWalletOptions } from './wagmi-wallet.ts'
import { chain, describeWallet } from './wallet.suite.ts'
import type { Opening, Wallet, WalletChoice } from './wallet.ts'

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
  localStorage.clear()
})

describeWallet('wagmi wallet over an announced provider', () => {
  const { controls } = announced()
  const connectPage = async () => controls.share()
  return { wallet: createdWallet(), walletId: WALLET_ID, walletName: WALLET_NAME, controls, connectPage }
})

describeWallet('wagmi wallet over window.ethereum', () => {
  const provider = createFakeProvider()
  const { controls } = provider
  Object.assign(window, { ethereum: provider })
  const wallet = createdWallet()
  const connectPage = async () => controls.share()
  return { wallet, walletId: 'injected', walletName: 'Browser wallet', controls, connectPage }
})

describeWallet('wagmi wallet over the page’s own configuration', () => {
  const provider = createFakeProvider()
  const { controls } = provider
  const wagmiConfig = hostConfig(provider)
  const wallet = createdWallet({ wagmiConfig })
  const connectPage = () => connectHost(wagmiConfig)
  return { wallet, walletId: 'host-wallet', walletName: 'Host wallet', controls, connectPage }
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

  test('finds a wallet that announces itself only on request', async () => {
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
    expect(await createdWallet().discover()).toEqual([{ id: WALLET_ID, name: WALLET_NAME, icon: null }])
  })

  test('finds no wallet if there is none', async () => {
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
  test('removes all listeners on providers and announcements', async () => {
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

  test('one wallet’s fault leaves no listener on the others', async () => {
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

  test('an invalid announcement is skipped', async () => {
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
        chainName: 'Local chain',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:8545'],
      },
    ])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('a switch that the wallet only claims is refused', async () => {
    const provider = announced()
    const honest = provider.request.bind(provider)
    provider.request = async call => (call.method === 'wallet_switchEthereumChain' ? null : honest(call))
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    await expect(wallet.ensureChain(chain(31_337))).rejects.toMatchObject({ code: 'chain_mismatch' })
  })
})

describe('signing', () => {
  test('sends the typed data as exactly the given JSON', async () => {
    const provider = announced({ chainId: 31_337 })
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    const data = {
      primaryType: 'ReceiveWithAuthorization',
      types: { EIP712Domain: [], ReceiveWithAuthorization: [] },
      message: { from: provider.controls.address, value: '997200' },
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
  test('is prompted again after it was locked', async () => {
    const provider = announced()
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    provider.request = async call => (call.method === 'eth_accounts' ? [] : honest(call))
    await expect(wallet.signMessage('hello')).rejects.toMatchObject({ code: 'locked' })
    expect(await wallet.connect(WALLET_ID)).toMatchObject({ address: provider.controls.address })
    expect(provider.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(2)
  })

  test('is used with its new account', async () => {
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
    await connectHost(wagmiConfig)
    const wallet = createdWallet({ wagmiConfig })
    expect(await wallet.connect('host-wallet')).toMatchObject({ address: provider.controls.address })
    await wallet.disconnect()
    expect(provider.controls.prompts).toEqual(['connect'])
    expect(wagmiConfig.state.status).toBe('connected')
  })

  test('a connection whose wallet no longer responds is skipped', async () => {
    const provider = createFakeProvider()
    const wagmiConfig = hostConfig(provider)
    await connectHost(wagmiConfig)
    const wallet = createdWallet({ wagmiConfig })
    provider.request = () => new Promise(() => undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const connected = wallet.connected()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(await connected).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('a connection by the element is the page’s from then on', async () => {
    const provider = createFakeProvider()
    const wagmiConfig = hostConfig(provider)
    const wallet = createdWallet({ wagmiConfig })
    await wallet.connect('host-wallet')
    await wallet.disconnect()
    expect(wagmiConfig.state.status).toBe('connected')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([provider.controls.address])
  })
})

describe('releasing', () => {
  test('leaves the wallet with the page and with other elements', async () => {
    const provider = announced()
    const [wallet, other] = [createdWallet(), createdWallet()]
    await wallet.connect(WALLET_ID)
    const connection = await other.connected()
    const seen: unknown[] = []
    other.watch(change => seen.push(change))
    await wallet.disconnect()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([provider.controls.address])
    expect(await other.signMessage('hello')).toMatch(/^0x/)
    expect([await other.connected(), seen]).toEqual([connection, []])
    expect(provider.calls.map(({ method }) => method)).not.toContain('wallet_revokePermissions')
  })

  test('a wallet that was locked meanwhile is not told to forget the page', async () => {
    const provider = announced()
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    const methods: string[] = []
    provider.request = async call => {
      methods.push(call.method)
      return call.method === 'eth_accounts' ? [] : honest(call)
    }
    await wallet.connect(WALLET_ID)
    expect(methods).not.toContain('wallet_revokePermissions')
  })

  test('lets the person choose another account of the same wallet', async () => {
    const provider = announced()
    const wallet = createdWallet()
    const first = await wallet.connect(WALLET_ID)
    await wallet.disconnect()
    const address = provider.controls.changeAccount()
    expect(await wallet.connect(WALLET_ID)).toEqual({ ...first, address })
    expect(provider.controls.prompts).toEqual(['connect', 'connect'])
  })

  test('keeps the old account of a wallet without that choice', async () => {
    const provider = announced()
    const honest = provider.request.bind(provider)
    provider.request = call =>
      honest(call.method === 'wallet_requestPermissions' ? { ...call, method: 'no_such_method' } : call)
    const wallet = createdWallet()
    const connection = await wallet.connect(WALLET_ID)
    await wallet.disconnect()
    expect(await wallet.connect(WALLET_ID)).toEqual(connection)
    expect(provider.controls.prompts).toEqual(['connect'])
  })
})

describe('an opening', () => {
  const opening: Opening = {
    chainId: 1,
    escrow: testEscrowAddress,
    terms: { token: testAusdAddress, payer: '0x4444444444444444444444444444444444444444' },
    digest: `0x${'ab'.repeat(32)}`,
  }

  test('is read from both contracts at one block', async () => {
    const provider = announced()
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    await wallet.readOpening(opening)
    const calls = provider.calls.filter(({ method }) => method === 'eth_call')
    const { terms, digest } = opening
    const state = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'state', args: [digest] })
    const used = encodeFunctionData({
      abi: testAusdAbi,
      functionName: 'authorizationState',
      args: [terms.payer, digest],
    })
    expect(calls.map(({ params }) => params)).toEqual([
      [{ to: testEscrowAddress, data: state }, '0x1'],
      [{ to: testAusdAddress, data: used }, '0x1'],
    ])
  })

  const meter = (status: number, stoppedAt = 0) =>
    encodeFunctionResult({
      abi: meterEscrowAbi,
      functionName: 'state',
      result: { status, openedAt: 1_700_000_000, stoppedAt, billedSeconds: 7 },
    })
  const used = (result: boolean) =>
    encodeFunctionResult({ abi: testAusdAbi, functionName: 'authorizationState', result })

  test.each([
    [0, 0, false, false],
    [1, 0, true, false],
    [1, 1_700_000_060, true, true],
    [2, 0, true, true],
    [3, 1_700_000_060, true, true],
  ])(
    'a meter of status %i, stopped at %i: known %j, stopped %j',
    async (status, stoppedAt, isKnown, isStopped) => {
      const wallet = await answering([meter(status, stoppedAt), used(true)])
      expect(await wallet.readOpening(opening)).toEqual({
        blockTimestamp: 1_700_000_000,
        isKnown,
        isStopped,
        isNonceUsed: true,
      })
    },
  )

  test.each<[string, unknown, unknown]>([
    ['no escrow there', '0x', used(false)],
    ['no token there', meter(0), '0x'],
    ['a status there is not', meter(4), used(false)],
    ['half an answer', meter(0).slice(0, 66), used(false)],
    ['a number for an answer', meter(0), 1],
    ['nothing', null, used(false)],
    ['an answer that is neither', meter(0), `0x${'02'.padStart(64, '0')}`],
  ])('is unreadable with %s', async (_, state, nonce) => {
    const wallet = await answering([state, nonce])
    await expect(wallet.readOpening(opening)).rejects.toMatchObject({
      name: 'WalletError',
      code: 'wallet_failed',
    })
  })

  test('is read again if the wallet’s endpoint fails once, and not a third time', async () => {
    const provider = announced()
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    const failing = (times: number) => async (call: { method: string }) => {
      if (call.method === 'eth_getBlockByNumber' && times-- > 0) throw new Error('limit exceeded')
      return honest(call)
    }
    provider.request = failing(1)
    expect(await wallet.readOpening(opening)).toMatchObject({ isKnown: false })
    provider.request = failing(2)
    await expect(wallet.readOpening(opening)).rejects.toMatchObject({ code: 'wallet_failed' })
  })

  test('is not read from a wallet that moves to another chain', async () => {
    const provider = announced()
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    const honest = provider.request.bind(provider)
    provider.request = async call => {
      if (call.method === 'eth_call') provider.controls.changeChain(31_337)
      return honest(call)
    }
    await expect(wallet.readOpening(opening)).rejects.toMatchObject({ code: 'chain_mismatch' })
  })

  async function answering([state, nonce]: [unknown, unknown]): Promise<Wallet> {
    const provider = announced()
    const honest = provider.request.bind(provider)
    provider.request = async call => {
      if (call.method !== 'eth_call') return honest(call)
      const [{ to }] = call.params as [{ to: string }]
      return to === testEscrowAddress ? state : nonce
    }
    const wallet = createdWallet()
    await wallet.connect(WALLET_ID)
    return wallet
  }
})

describe('late wallets, and the last used wallet', () => {
  const ids = (wallets: WalletChoice[]) => wallets.map(({ id }) => id)

  test('a late announcement is reported once, with the whole list', async () => {
    announced()
    const wallet = createdWallet()
    const told: string[][] = []
    const stop = wallet.onWallets(wallets => told.push(ids(wallets)))
    expect(ids(await wallet.discover())).toEqual([WALLET_ID])
    told.length = 0
    announced({}, OTHER)
    await expect.poll(() => told).toEqual([[WALLET_ID, OTHER.rdns]])
    announced({}, OTHER)
    stop()
    announced({}, { ...OTHER, rdns: 'example.third' })
    expect(ids(await wallet.discover())).toEqual([WALLET_ID, OTHER.rdns, 'example.third'])
    expect(told).toHaveLength(1)
  })

  test('the last used wallet comes first', async () => {
    announced()
    announced({}, OTHER)
    const wallet = createdWallet()
    expect(ids(await wallet.discover())).toEqual([WALLET_ID, OTHER.rdns])
    await wallet.connect(OTHER.rdns)
    expect(ids(await createdWallet().discover())).toEqual([OTHER.rdns, WALLET_ID])
  })

  test('of two that share an account the last used wallet is resumed', async () => {
    const [first, second] = [announced(), announced({}, OTHER)]
    await createdWallet().connect(OTHER.rdns)
    first.controls.share()
    expect(await createdWallet().connected()).toMatchObject({ walletId: OTHER.rdns })
    expect([first.controls.prompts, second.controls.prompts]).toEqual([[], ['connect']])
  })

  test('a wallet that never responds does not block the others', async () => {
    announced().controls.holdReads()
    announced({}, OTHER).controls.share()
    const wallet = createdWallet()
    await wallet.discover()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const connected = wallet.connected()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await connected).toMatchObject({ walletId: OTHER.rdns })
    } finally {
      vi.useRealTimers()
    }
  })

  test('without storage the list keeps its own order', async () => {
    announced()
    announced({}, OTHER)
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    const [get, set] = [vi.spyOn(Storage.prototype, 'getItem'), vi.spyOn(Storage.prototype, 'setItem')]
    get.mockImplementation(refuse)
    set.mockImplementation(refuse)
    try {
      const wallet = createdWallet()
      await wallet.connect(OTHER.rdns)
      expect(ids(await wallet.discover())).toEqual([WALLET_ID, OTHER.rdns])
    } finally {
      get.mockRestore()
      set.mockRestore()
    }
  })
})

function connectHost(wagmiConfig: Config) {
  const [connector] = wagmiConfig.connectors
  if (!connector) throw new Error('no connector')
  return connect(wagmiConfig, { connector })
}

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

/** The number of listeners on the provider from now on. */
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
