import { afterEach, describe, expect, test } from 'vitest'
import { createWagmiWallet } from '../wagmi-wallet.ts'
import { chain, describeWallet } from '../wallet.suite.ts'
import type { Wallet } from '../wallet.ts'
import {
  createFakePairingClient,
  type FakePairingClient,
  type FakePairingOptions,
} from './fake-pairing-client.fixture.ts'

const ID = 'wallet-connect'

let made: Wallet[] = []

afterEach(() => {
  for (const wallet of made) wallet.release()
  made = []
  localStorage.clear()
})

describeWallet('wagmi wallet over WalletConnect, its relay in memory', () => {
  const { wallet, client } = paired()
  const { controls } = client.phone
  return { wallet, walletId: ID, walletName: 'WalletConnect', controls, connectPage: null }
})

describe('pairing', () => {
  test('default: the client is loaded on the choice, and shows its link', async () => {
    const { wallet, loads } = paired()
    expect(await wallet.discover()).toContainEqual({ id: ID, name: 'WalletConnect', icon: null })
    expect(loads()).toBe(0)
    const offers: string[] = []
    await wallet.connect(ID, { chainId: 31_337, onPairing: link => offers.push(link) })
    expect(loads()).toBe(1)
    expect(offers.map(link => link.slice(0, 11))).toEqual(['wc:abababab'])
  })

  test('behaviour: is the last of the list, and missing if the page brings its own wallet', async () => {
    const { wallet, client } = paired()
    Object.assign(window, { ethereum: client.phone })
    expect((await wallet.discover()).map(({ id }) => id)).toEqual(['injected', ID])
    Reflect.deleteProperty(window, 'ethereum')
    const own = createWagmiWallet({ provider: client.phone, walletConnect: { projectId: 'p' } })
    expect((await own.discover()).map(({ id }) => id)).toEqual(['injected'])
  })

  test('behaviour: begins on the session’s chain if the wallet agrees to it', async () => {
    const { wallet, client } = paired({ chainId: 31_337 })
    expect(await wallet.connect(ID, { chainId: 31_337 })).toMatchObject({ chainId: 31_337 })
    await wallet.ensureChain(chain(31_337))
    expect(client.phone.controls.prompts).toEqual(['connect'])
  })

  test('error: no wallet accepts it before the link expires', async () => {
    const { wallet, client } = paired({ linkSeconds: 1 })
    const release = client.phone.controls.hold()
    await expect(wallet.connect(ID)).rejects.toMatchObject({ name: 'WalletError', code: 'pairing_expired' })
    release()
    await expect.poll(() => client.left).toEqual(['topic-1'])
    expect(await wallet.connect(ID)).toMatchObject({ walletId: ID })
  })

  test('behaviour: a session that arrives after the attempt was aborted is ended', async () => {
    const { wallet, client } = paired()
    const release = client.phone.controls.hold()
    const attempt = new AbortController()
    const connecting = wallet.connect(ID, { signal: attempt.signal })
    await expect.poll(() => client.phone.controls.prompts).toEqual(['connect'])
    attempt.abort()
    await expect(connecting).rejects.toMatchObject({ name: 'WalletError' })
    release()
    await expect.poll(() => client.left).toEqual(['topic-1'])
    expect(await wallet.reconnect(ID)).toBeNull()
  })

  test('error: a session without an account is ended', async () => {
    const { wallet, client } = paired()
    const { request } = client.phone
    client.phone.request = async call => (call.method === 'eth_requestAccounts' ? [] : request(call))
    await expect(wallet.connect(ID)).rejects.toMatchObject({ name: 'WalletError', code: 'locked' })
    expect(client.left).toEqual(['topic-1'])
  })

  test('error: the relay cannot be reached, and then it can', async () => {
    const client = createFakePairingClient()
    let tries = 0
    const loadClient = async () => {
      if (++tries === 1) throw new Error('no relay')
      return client
    }
    const wallet = over(loadClient)
    await expect(wallet.connect(ID)).rejects.toMatchObject({ code: 'relay_unreachable' })
    client.connect = async () => Promise.reject(new Error('socket'))
    await expect(wallet.connect(ID)).rejects.toMatchObject({ code: 'relay_unreachable' })
    expect(tries).toBe(2)
  })
})

describe('a session', () => {
  test('behaviour: is resumed by the page after a reload', async () => {
    const { wallet, client } = paired({ chainId: 31_337 })
    const connection = await wallet.connect(ID, { chainId: 31_337 })
    wallet.release()
    const reloaded = over(async () => client)
    expect(await reloaded.reconnect(ID)).toEqual(connection)
    expect(client.phone.controls.prompts).toEqual(['connect'])
  })

  test('behaviour: that is dropped while a signature is awaited ends the wait', async () => {
    const { wallet, client } = paired()
    await wallet.connect(ID)
    client.phone.controls.hold()
    const signing = wallet.signMessage('hello')
    await expect.poll(() => client.phone.controls.prompts.at(-1)).toBe('message')
    client.phone.controls.endConnection()
    await expect(signing).rejects.toMatchObject({ code: 'disconnected' })
  })

  test('behaviour: with another account notifies the page, and without any is over', async () => {
    const { wallet, client } = paired()
    const { walletId, walletName } = await wallet.connect(ID)
    const seen: unknown[] = []
    wallet.watch(connection => seen.push(connection))
    const address = `0x${'55'.repeat(20)}`
    client.update({ accounts: [`eip155:1:${address}`] })
    client.update({ accounts: [`eip155:1:${address}`] })
    client.update({ accounts: [] })
    expect(seen).toEqual([{ walletId, walletName, address, chainId: 1 }, null])
  })

  test('behaviour: of another topic changes nothing here', async () => {
    const { wallet, client } = paired()
    await wallet.connect(ID)
    const seen: unknown[] = []
    wallet.watch(connection => seen.push(connection))
    const other = await (
      await client.connect({
        optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
      })
    ).approval()
    client.phone.controls.endConnection()
    expect([other.topic, seen]).toEqual(['topic-2', []])
  })

  test('behaviour: a method outside the agreement is refused without a request', async () => {
    const { wallet, client } = paired({ methods: ['personal_sign', 'eth_signTypedData_v4'] })
    await wallet.connect(ID, { chainId: 1 })
    await expect(wallet.balanceOf(`0x${'55'.repeat(20)}`)).rejects.toMatchObject({
      code: 'method_unsupported',
    })
    await expect(wallet.ensureChain(chain(31_337))).rejects.toMatchObject({ code: 'method_unsupported' })
    expect(client.phone.calls.map(({ method }) => method).filter(method => method !== 'eth_chainId')).toEqual(
      ['eth_requestAccounts'],
    )
  })

  test('behaviour: a signature request lasts as long as terms can be signed', async () => {
    const { wallet, client } = paired()
    await wallet.connect(ID)
    await wallet.signMessage('hello')
    expect(client.expiries).toEqual([1_800])
  })

  test('behaviour: is kept for the other element that uses it, and the last one ends it', async () => {
    const { wallet, client } = paired()
    const connection = await wallet.connect(ID)
    const other = over(async () => client)
    expect(await other.reconnect(ID)).toEqual(connection)
    const seen: unknown[] = []
    other.watch(change => seen.push(change))
    await wallet.disconnect()
    expect([client.left, seen]).toEqual([[], []])
    expect(await other.signMessage('hello')).toMatch(/^0x/)
    await other.disconnect()
    expect(client.left).toEqual(['topic-1'])
  })

  test('behaviour: a removed element keeps no session open', async () => {
    const { wallet, client } = paired()
    await wallet.connect(ID)
    const other = over(async () => client)
    await other.reconnect(ID)
    other.release()
    await wallet.disconnect()
    expect(client.left).toEqual(['topic-1'])
  })

  test('behaviour: is ended on the wallet when the page releases it', async () => {
    const { wallet, client } = paired()
    await wallet.connect(ID)
    const seen: unknown[] = []
    wallet.watch(connection => seen.push(connection))
    await wallet.disconnect()
    expect([client.left, seen]).toEqual([['topic-1'], [null]])
  })
})

function paired(options: FakePairingOptions = {}): {
  wallet: Wallet
  client: FakePairingClient
  loads: () => number
} {
  const client = createFakePairingClient(options)
  let loads = 0
  const loadClient = async () => {
    loads++
    return client
  }
  return {
    wallet: over(loadClient),
    client,
    loads: () => loads,
  }
}

function over(loadClient: () => Promise<FakePairingClient>): Wallet {
  const wallet = createWagmiWallet({ walletConnect: { projectId: 'p', loadClient } })
  made.push(wallet)
  return wallet
}
