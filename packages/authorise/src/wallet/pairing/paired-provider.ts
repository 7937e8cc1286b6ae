import { numberToHex } from 'viem'
import {
  accountsOn,
  caipChain,
  chainsOf,
  endSession,
  type PairedSession,
  type PairingClient,
} from './pairing-client.ts'

/** An error of a provider (EIP-1193). Its number states the reason. */
class PairedProviderError extends Error {
  override readonly name = 'PairedProviderError'
  readonly code: number

  constructor(code: number, options?: { cause?: unknown }) {
    super(`The paired wallet answers ${code}.`, options)
    this.code = code
  }
}

/** The time for a wallet's response, in seconds: the time for signing terms (30 minutes), because several owners may have to sign. */
const REQUEST_EXPIRY_SECONDS = 1_800

type Listener = (value: never) => void

/**
 * The EIP-1193 provider of one session. The page chooses its chain among those that the wallet agreed to. A method outside the agreement
 * is refused here (4200) instead of being requested in vain. All reads go to the wallet.
 */
export class PairedProvider {
  readonly topic: string
  #session: PairedSession | null
  #chainId: number
  readonly #client: PairingClient
  readonly #listeners = new Map<string, Set<Listener>>()
  /** Rejects when the session ends, and with it every pending request. */
  readonly #ended: Promise<never>
  #fail: (error: PairedProviderError) => void = () => undefined

  constructor(client: PairingClient, session: PairedSession, chainId: number) {
    this.topic = session.topic
    this.#client = client
    // The client changes its own object, so changes are found by comparison with a copy.
    this.#session = structuredClone(session)
    this.#ended = new Promise((_, reject) => {
      this.#fail = reject
    })
    this.#ended.catch(() => undefined)
    const chains = chainsOf(session)
    this.#chainId = chains.includes(chainId) ? chainId : (chains[0] ?? chainId)
  }

  get isOpen(): boolean {
    return this.#session !== null
  }

  get accounts(): readonly `0x${string}`[] {
    return this.#session ? accountsOn(this.#session, this.#chainId) : []
  }

  get chainId(): number {
    return this.#chainId
  }

  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const session = this.#session
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return this.accounts
      case 'eth_chainId':
        return numberToHex(this.#chainId)
    }
    if (!session) throw new PairedProviderError(4900)
    if (method === 'wallet_switchEthereumChain') return this.#switchChain(session, params)
    const answer = await this.#ask(session, method, params)
    // Some wallets switch with the addition. The page may name the chain from here on in both cases.
    if (method === 'wallet_addEthereumChain') this.#moveTo(chainIdIn(params))
    return answer
  }

  on(event: string, listener: Listener): void {
    const known = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, known.add(listener))
  }

  removeListener(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }

  /** The wallet changed its shared accounts, methods or chains. */
  update(namespaces: PairedSession['namespaces']): void {
    if (!this.#session) return
    const before = this.accounts
    this.#session = { ...this.#session, namespaces }
    if (this.accounts.join() !== before.join()) this.#emit('accountsChanged', this.accounts)
  }

  /** The wallet sent an event of EIP-1193. */
  tell(name: string, data: unknown, chainId: string): void {
    if (name === 'chainChanged') {
      const told = Number(typeof data === 'object' ? chainId.split(':')[1] : data)
      if (Number.isSafeInteger(told) && told > 0) this.#moveTo(told)
    }
    if (name === 'accountsChanged' && Array.isArray(data)) {
      const accounts = data.map(entry => String(entry).split(':').at(-1) ?? '')
      this.#share(accounts)
    }
  }

  /** The session is over, by either side. */
  end(): void {
    if (!this.#session) return
    this.#session = null
    this.#fail(new PairedProviderError(4900))
    this.#emit('disconnect', new PairedProviderError(4900))
  }

  async leave(): Promise<void> {
    if (!this.#session) return
    this.end()
    await endSession(this.#client, this)
  }

  async #ask(session: PairedSession, method: string, params: unknown): Promise<unknown> {
    if (!session.namespaces.eip155?.methods.includes(method)) throw new PairedProviderError(4200)
    const answer = this.#client.request({
      topic: session.topic,
      chainId: caipChain(this.#chainId),
      request: { method, params: params ?? [] },
      expiry: REQUEST_EXPIRY_SECONDS,
    })
    return Promise.race([answer, this.#ended])
  }

  /** Sends the request even if the wallet already agreed to the chain, because the wallet shows its current chain. */
  async #switchChain(session: PairedSession, params: unknown): Promise<null> {
    const wanted = chainIdIn(params)
    if (session.namespaces.eip155?.methods.includes('wallet_switchEthereumChain')) {
      await this.#ask(session, 'wallet_switchEthereumChain', params)
    } else if (!chainsOf(session).includes(wanted)) throw new PairedProviderError(4902)
    this.#moveTo(wanted)
    return null
  }

  #share(accounts: string[]): void {
    const session = this.#session
    const eip155 = session?.namespaces.eip155
    if (!session || !eip155) return
    const shared = accounts.map(account => `${caipChain(this.#chainId)}:${account}`)
    this.update({
      ...session.namespaces,
      eip155: { ...eip155, accounts: shared, chains: chainsOf(session).map(caipChain) },
    })
  }

  #moveTo(chainId: number): void {
    if (chainId === this.#chainId) return
    this.#chainId = chainId
    this.#emit('chainChanged', numberToHex(chainId))
  }

  #emit(event: string, value: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(value as never)
  }
}

function chainIdIn(params: unknown): number {
  const [parameter] = Array.isArray(params) ? params : []
  return Number((parameter as { chainId?: unknown } | undefined)?.chainId)
}
