import type { Hex } from '@per-second/protocol/types'

/** The accounts (CAIP-10), methods and chains (CAIP-2) of one namespace that a wallet agreed to. */
export type PairedNamespace = { accounts: string[]; methods: string[]; chains?: string[] }

/** A session with a wallet on another device. `expiry` in unix seconds. */
export type PairedSession = { topic: string; expiry: number; namespaces: Record<string, PairedNamespace> }

type Told = {
  session_delete: { topic: string }
  session_expire: { topic: string }
  session_update: { topic: string; params: { namespaces: Record<string, PairedNamespace> } }
  session_event: { topic: string; params: { event: { name: string; data: unknown }; chainId: string } }
}

/** The used part of WalletConnect's sign client (v2). A test may bring its own. */
export type PairingClient = {
  connect(parameters: {
    optionalNamespaces: Record<string, { chains: string[]; methods: string[]; events: string[] }>
  }): Promise<{ uri?: string; approval: () => Promise<PairedSession> }>
  request<T>(parameters: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
    expiry: number
  }): Promise<T>
  disconnect(parameters: { topic: string; reason: { code: number; message: string } }): Promise<void>
  readonly session: { getAll(): PairedSession[] }
  on<E extends keyof Told>(event: E, listener: (told: Told[E]) => void): unknown
}

/** Starts a client for a project's id. Rejects when the relay cannot be reached. */
export type PairingClientLoader = (projectId: string) => Promise<PairingClient>

/** Ends a session, with WalletConnect's own reason for one that a person ended. */
export function endSession(client: PairingClient, { topic }: Pick<PairedSession, 'topic'>): Promise<void> {
  return client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
}

/** `eip155:1` and the like. */
export function caipChain(chainId: number): string {
  return `eip155:${chainId}`
}

/** Addresses of a session's accounts on one chain, or on all its chains if that chain has none of its own. */
export function accountsOn(session: PairedSession, chainId: number): Hex[] {
  const accounts = session.namespaces.eip155?.accounts ?? []
  const here = accounts.filter(account => account.startsWith(`${caipChain(chainId)}:`))
  const addresses = (here.length > 0 ? here : accounts).map(account => account.split(':')[2] ?? '')
  return [...new Set(addresses)].filter((address): address is Hex => /^0x[0-9a-fA-F]{40}$/.test(address))
}

/** Every chain of a session's accounts. */
export function chainsOf(session: PairedSession): number[] {
  const { accounts = [], chains = [] } = session.namespaces.eip155 ?? {}
  const ids = [...accounts, ...chains].map(entry => Number(entry.split(':')[1]))
  return [...new Set(ids)].filter(id => Number.isSafeInteger(id) && id > 0)
}
