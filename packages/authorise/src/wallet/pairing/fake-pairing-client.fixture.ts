import { createFakeProvider, type FakeProvider, type FakeProviderOptions } from '../fake-provider.ts'
import { caipChain, type PairedNamespace, type PairedSession, type PairingClient } from './pairing-client.ts'

type Listener = (told: never) => void

export type FakePairingOptions = FakeProviderOptions & {
  /** The requested methods that the wallet agrees to (default: all). */
  methods?: string[]
  /** The link's validity in seconds. */
  linkSeconds?: number
}

/** WalletConnect's client in memory, with a wallet at its other end. It delivers the relay's messages at once. */
export type FakePairingClient = PairingClient & {
  /** The wallet on the other device, with its controls. */
  readonly phone: FakeProvider
  /** Topics of the sessions that the page ended. */
  readonly left: string[]
  /** The expiry of each request, in seconds. */
  readonly expiries: number[]
  /** The wallet changes its shared accounts, methods or chains. */
  update(change: Partial<PairedNamespace>): void
}

export function createFakePairingClient(options: FakePairingOptions = {}): FakePairingClient {
  const phone = createFakeProvider(options)
  const listeners = new Map<string, Set<Listener>>()
  const sessions: PairedSession[] = []
  const left: string[] = []
  const expiries: number[] = []
  let made = 0

  const emit = (event: string, told: object) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(told as never)
  }
  const current = () => sessions.at(-1)
  const eventOf = (name: string, data: unknown) => {
    const session = current()
    if (session)
      emit('session_event', { topic: session.topic, params: { event: { name, data }, chainId: 'eip155:1' } })
  }

  phone.on('accountsChanged', accounts => eventOf('accountsChanged', accounts))
  phone.on('chainChanged', chainId => eventOf('chainChanged', Number(chainId)))
  phone.on('disconnect', () => {
    const session = sessions.pop()
    if (session) emit('session_delete', { topic: session.topic })
  })

  async function approve(asked: PairedNamespace): Promise<PairedSession> {
    const accounts = (await phone.request({ method: 'eth_requestAccounts' }).catch(error => {
      throw error.code === 4001 ? { code: 5000, message: 'User rejected.' } : error
    })) as string[]
    const chains = asked.chains ?? []
    const eip155 = {
      accounts: chains.flatMap(chain => accounts.map(account => `${chain}:${account}`)),
      chains,
      methods: asked.methods.filter(method => options.methods?.includes(method) ?? true),
      events: [],
    }
    const session = {
      topic: `topic-${++made}`,
      expiry: Math.floor(Date.now() / 1000) + 604_800,
      namespaces: { eip155 },
    }
    sessions.push(session)
    return session
  }

  return {
    phone,
    left,
    expiries,

    async connect({ optionalNamespaces }) {
      const eip155 = optionalNamespaces.eip155
      if (!eip155) throw new TypeError('no namespace')
      const expiry = Math.floor(Date.now() / 1000) + (options.linkSeconds ?? 300)
      const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=${expiry}`
      return { uri, approval: () => approve({ ...eip155, accounts: [] }) }
    },

    async request<T>({
      topic,
      chainId,
      request,
      expiry,
    }: {
      topic: string
      chainId: string
      request: { method: string; params: unknown }
      expiry: number
    }) {
      expiries.push(expiry)
      const session = sessions.find(known => known.topic === topic)
      if (!session) throw new TypeError(`no session ${topic}`)
      if (!session.namespaces.eip155?.methods.includes(request.method))
        throw new TypeError(`not agreed: ${request.method}`)
      const onChain = await phone.request({ method: 'eth_chainId' })
      const moves = request.method.startsWith('wallet_')
      if (!moves && chainId !== caipChain(Number(onChain)))
        throw new TypeError(`on ${String(onChain)}, asked for ${chainId}`)
      return (await phone.request(request)) as T
    },

    async disconnect({ topic }) {
      left.push(topic)
      const index = sessions.findIndex(session => session.topic === topic)
      if (index !== -1) sessions.splice(index, 1)
      await phone.request({ method: 'wallet_revokePermissions' })
    },

    session: { getAll: () => [...sessions] },

    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener as Listener))
    },

    update(change) {
      const session = current()
      if (!session?.namespaces.eip155) return
      session.namespaces = { eip155: { ...session.namespaces.eip155, ...change } }
      emit('session_update', { topic: session.topic, params: { namespaces: session.namespaces } })
    },
  }
}
