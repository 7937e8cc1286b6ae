import type { Address, Hex } from '@per-second/protocol/types'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { isHex, numberToHex, padHex } from 'viem/utils'
import type { AccountKind } from './wallet.ts'
import type { WalletAnswer, WalletControls, WalletPrompt } from './wallet-controls.ts'

type Call = { method: string; params?: unknown }
type Listener = (value: unknown) => void

export type FakeProviderOptions = {
  key?: Hex
  chainId?: number
  /** Wraps 4902 in -32603, as MetaMask Mobile does. */
  wrapsUnknownChain?: boolean
  /** Adds a chain without switching to it. */
  addsWithoutSwitching?: boolean
}

/** An EIP-1193 provider in memory with a real key, as strict as wallets are about what they are sent. */
export type FakeProvider = {
  readonly controls: WalletControls
  /** Every call, prompting or not, oldest first. */
  readonly calls: readonly Call[]
  request(call: Call): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

const CODE_OF_ANSWER: Record<Exclude<WalletAnswer, 'approve'>, number> = {
  reject: 4001,
  pending: -32002,
  locked: 4100,
  fail: -32603,
}

const CODE_OF_KIND: Record<AccountKind, Hex> = {
  key: '0x',
  delegated: '0xef01008a4f4d6f0f1b6f8c2d3e4a5b6c7d8e9f0a1b2c3d',
  contract: '0x6080604052',
}

class ProviderError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, data?: unknown) {
    super(`provider answers ${code}`)
    this.code = code
    this.data = data
  }
}

export function createFakeProvider(options: FakeProviderOptions = {}): FakeProvider {
  const listeners = new Map<string, Set<Listener>>()
  const answers = new Map<WalletPrompt, WalletAnswer>()
  const prompts: WalletPrompt[] = []
  const calls: Call[] = []
  let account: PrivateKeyAccount = privateKeyToAccount(options.key ?? generatePrivateKey())
  let chainId = options.chainId ?? 1
  const chains = new Set([chainId, 1, 31_337])
  let balance = 1_000_000_000n
  let kind: AccountKind = 'key'
  let latestTimestamp = 1_700_000_000
  let shared = false
  let held: Promise<void> | null = null

  function emit(event: string, value: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }

  async function ask(prompt: WalletPrompt): Promise<void> {
    prompts.push(prompt)
    if (held) await held
    const answer = answers.get(prompt) ?? 'approve'
    if (answer !== 'approve') throw new ProviderError(CODE_OF_ANSWER[answer])
  }

  function moveTo(id: number): void {
    chainId = id
    emit('chainChanged', numberToHex(id))
  }

  function requireOwn(address: unknown): void {
    if (!shared || String(address).toLowerCase() !== account.address.toLowerCase())
      throw new ProviderError(4100)
  }

  function unshare(): void {
    shared = false
    emit('accountsChanged', [])
  }

  const methods: Record<string, (params: unknown[]) => unknown> = {
    async eth_requestAccounts() {
      await ask('connect')
      shared = true
      return [account.address]
    },
    eth_accounts: () => (shared ? [account.address] : []),
    eth_chainId: () => numberToHex(chainId),
    async wallet_switchEthereumChain([parameter]) {
      const wanted = Number((parameter as { chainId: string }).chainId)
      if (!chains.has(wanted)) {
        throw options.wrapsUnknownChain
          ? new ProviderError(-32603, { originalError: { code: 4902 } })
          : new ProviderError(4902)
      }
      await ask('switch')
      moveTo(wanted)
      return null
    },
    async wallet_addEthereumChain([parameter]) {
      await ask('add')
      const added = Number((parameter as { chainId: string }).chainId)
      chains.add(added)
      if (!options.addsWithoutSwitching) moveTo(added)
      return null
    },
    async personal_sign([data, address]) {
      requireOwn(address)
      if (!isHex(data)) throw new ProviderError(-32602)
      await ask('message')
      return account.signMessage({ message: { raw: data } })
    },
    async eth_signTypedData_v4([address, json]) {
      requireOwn(address)
      if (typeof json !== 'string') throw new ProviderError(-32602)
      const typedData = JSON.parse(json)
      if (typedData.domain.chainId !== chainId) throw new ProviderError(-32603)
      await ask('typed_data')
      return account.signTypedData(typedData)
    },
    wallet_revokePermissions() {
      unshare()
      return null
    },
    eth_getCode: () => CODE_OF_KIND[kind],
    eth_call: () => padHex(numberToHex(balance), { size: 32 }),
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: numberToHex(latestTimestamp) }),
  }

  return {
    calls,

    controls: {
      get address(): Address {
        return account.address
      },
      get prompts() {
        return prompts
      },
      answer: (prompt, answer) => void answers.set(prompt, answer),
      hold() {
        const { promise, resolve } = Promise.withResolvers<void>()
        held = promise
        return () => {
          held = null
          resolve()
        }
      },
      setBalance(baseUnits) {
        balance = baseUnits
      },
      setAccountKind(value) {
        kind = value
      },
      setLatestBlockTimestamp(seconds) {
        latestTimestamp = seconds
      },
      forgetChain: id => void chains.delete(id),
      changeChain(id) {
        chains.add(id)
        moveTo(id)
      },
      changeAccount() {
        account = privateKeyToAccount(generatePrivateKey())
        if (shared) emit('accountsChanged', [account.address])
        return account.address
      },
      lock: unshare,
      endConnection() {
        shared = false
        emit('disconnect', new ProviderError(4900))
      },
    },

    async request(call) {
      calls.push(call)
      const method = methods[call.method]
      if (!method) throw new ProviderError(-32601)
      return method(Array.isArray(call.params) ? call.params : [])
    },

    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },

    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
