import { liveEscrowAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowBytecode } from '@per-second/contracts/bytecode'
import type { Address, Hex } from '@per-second/protocol/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { boolToHex, concatHex, isHex, numberToHex, padHex } from 'viem/utils'
import { isSameAddress } from '../chains/is-same-address.ts'
import { sendSigned } from './send-signed.ts'
import type { AccountKind, WalletLog } from './wallet.ts'
import type { SentTransaction, WalletAnswer, WalletControls, WalletPrompt } from './wallet-controls.ts'

/** The escrow's runtime code: the constructor of 26 bytes returns the rest. */
export const ESCROW_CODE: Hex = `0x${meterEscrowBytecode.slice(2 + 2 * 26)}`

type Call = { method: string; params?: unknown }

/** A response of a chain's endpoint (JSON-RPC 2.0): a result, or an error by number. */
export type ChainAnswer = { result?: unknown; error?: { code: number; data?: unknown } }

type Listener = (value: unknown) => void

export type FakeProviderOptions = {
  key?: Hex
  chainId?: number
  /** Wraps 4902 in -32603, as MetaMask Mobile does. */
  wrapsUnknownChain?: boolean
  /** Adds a chain without switching to it. */
  addsWithoutSwitching?: boolean
  /** The chain that the wallet reads from and sends to. Without it, the wallet simulates the chain from its controls. */
  askChain?: ((call: Call) => Promise<ChainAnswer>) | undefined
  /** Asks a person instead of the controls. False is a refusal, and an error with a `code` the wallet's own. */
  confirm?: ((prompt: WalletPrompt, params: readonly unknown[]) => Promise<boolean>) | undefined
  /** Whether the page sees the account from the start (default: false). */
  isShared?: boolean
  /** Called when the page may see the account, and when it no longer may. */
  onShared?: ((isShared: boolean) => void) | undefined
  /** Called for every prompt that is shown. */
  onPrompt?: ((prompt: WalletPrompt) => void) | undefined
}

/** An EIP-1193 provider in memory with a real key, as strict about requests as real wallets. */
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

/** Methods that a wallet forwards to its chain. */
const OF_THE_CHAIN = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** Methods without a prompt. */
const READS = new Set(['eth_accounts', 'eth_chainId', ...OF_THE_CHAIN])

/** The time that a person takes to refuse, in milliseconds. */
const READING_MS = 450

/** A gwei, in wei. */
const GAS_PRICE = 1_000_000_000n

/** Selectors of the escrow's `state` and the token's `authorizationState`; any other call reads a balance. */
const STATE = '0x61d585da'
const AUTHORIZATION_STATE = '0xe94a0102'

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
  const calls: Call[] = []
  const answers = new Map<WalletPrompt, WalletAnswer>()
  const prompts: WalletPrompt[] = []
  const transactions: SentTransaction[] = []
  let account = privateKeyToAccount(options.key ?? generatePrivateKey())
  let chainId = options.chainId ?? 1
  const chains = new Set([chainId, 1, 31_337])
  let isShared = options.isShared ?? false
  let balance = 1_000_000_000n
  let kind: AccountKind = 'key'
  let latestTimestamp = 1_700_000_000
  let logs: readonly WalletLog[] = []
  let opening = { isKnown: false, isNonceUsed: false }
  let areBlocksHeld = false
  const held: Record<'prompts' | 'reads', Promise<void> | null> = { prompts: null, reads: null }

  function hold(what: keyof typeof held): () => void {
    let release = () => {}
    held[what] = new Promise(resolve => {
      release = resolve
    })
    return () => {
      held[what] = null
      release()
    }
  }

  function emit(event: string, value: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }

  async function ask(prompt: WalletPrompt, params: readonly unknown[] = []): Promise<void> {
    options.onPrompt?.(prompt)
    prompts.push(prompt)
    await held.prompts
    const answer = answers.get(prompt) ?? 'approve'
    // A person reads before a refusal. A faster refusal is the wallet's own.
    if (answer === 'reject') await new Promise(resolve => setTimeout(resolve, READING_MS))
    if (answer !== 'approve') throw new ProviderError(CODE_OF_ANSWER[answer])
    if (options.confirm && !(await options.confirm(prompt, params))) throw new ProviderError(4001)
  }

  function moveTo(id: number): void {
    chainId = id
    emit('chainChanged', numberToHex(id))
  }

  function requireOwn(address: unknown): void {
    if (!isShared || !isSameAddress(String(address), account.address)) throw new ProviderError(4100)
  }

  function unshare(): void {
    isShared = false
    options.onShared?.(false)
    emit('accountsChanged', [])
  }

  function codeAt(address: Address): Hex {
    if (isFakeEscrow(address)) return ESCROW_CODE
    return CODE_OF_KIND[isSameAddress(address, account.address) ? kind : 'contract']
  }

  function call(data: string): Hex {
    const { isKnown, isNonceUsed } = opening
    if (data.startsWith(AUTHORIZATION_STATE)) return boolToHex(isNonceUsed, { size: 32 })
    if (!data.startsWith(STATE)) return padHex(numberToHex(balance), { size: 32 })
    const openedAt = isKnown ? latestTimestamp : 0
    const stoppedAt = transactions.length > 0 && !areBlocksHeld ? latestTimestamp : 0
    return concatHex([Number(isKnown), openedAt, stoppedAt, 0].map(word => numberToHex(word, { size: 32 })))
  }

  async function readChain(call: Call): Promise<unknown> {
    const { result, error } = (await options.askChain?.(call)) ?? {}
    if (error) throw new ProviderError(error.code, error.data)
    return result
  }

  async function share(): Promise<void> {
    await ask('connect')
    isShared = true
    options.onShared?.(true)
  }

  const controls: WalletControls = {
    get address() {
      return account.address
    },
    prompts,
    transactions,
    answer: (prompt, answer) => void answers.set(prompt, answer),
    hold: () => hold('prompts'),
    holdReads: () => hold('reads'),
    holdBlocks() {
      areBlocksHeld = true
      return () => {
        areBlocksHeld = false
      }
    },
    setBalance(baseUnits) {
      balance = baseUnits
    },
    setAccountKind(next) {
      kind = next
    },
    setLatestBlockTimestamp(seconds) {
      latestTimestamp = seconds
    },
    setLogs(next) {
      logs = next
    },
    setOpening(next) {
      opening = next
    },
    forgetChain: id => void chains.delete(id),
    changeChain(id) {
      chains.add(id)
      moveTo(id)
    },
    changeAccount(key = generatePrivateKey()) {
      account = privateKeyToAccount(key)
      if (isShared) emit('accountsChanged', [account.address])
      return account.address
    },
    share() {
      isShared = true
      emit('accountsChanged', [account.address])
    },
    lock: unshare,
    endConnection() {
      isShared = false
      emit('disconnect', new ProviderError(4900))
    },
  }

  const methods: Record<string, (params: unknown[]) => unknown> = {
    async eth_requestAccounts() {
      if (!isShared) await share()
      return [account.address]
    },
    async wallet_requestPermissions() {
      await share()
      const caveats = [{ type: 'restrictReturnedAccounts', value: [account.address] }]
      return [{ parentCapability: 'eth_accounts', caveats }]
    },
    eth_accounts: () => (isShared ? [account.address] : []),
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
      await ask('add', [parameter])
      const added = Number((parameter as { chainId: string }).chainId)
      chains.add(added)
      if (!options.addsWithoutSwitching) moveTo(added)
      return null
    },
    async personal_sign([data, address]) {
      requireOwn(address)
      if (!isHex(data)) throw new ProviderError(-32602)
      await ask('message', [data])
      return account.signMessage({ message: { raw: data } })
    },
    async eth_signTypedData_v4([address, json]) {
      requireOwn(address)
      if (typeof json !== 'string') throw new ProviderError(-32602)
      const typedData = JSON.parse(json)
      if (typedData.domain.chainId !== chainId) throw new ProviderError(-32603)
      await ask('typed_data', [address, json])
      return account.signTypedData(typedData)
    },
    async eth_sendTransaction([parameter]) {
      const { from, to, data } = parameter as { from: unknown; to: Hex; data: Hex }
      requireOwn(from)
      await ask('transaction')
      transactions.push({ to, data })
      if (!options.askChain) return numberToHex(transactions.length, { size: 32 })
      return sendSigned({ account, to, data, chainId, gasPrice: GAS_PRICE }, { request: readChain })
    },
    wallet_revokePermissions() {
      unshare()
      return null
    },
    eth_getCode: ([address]) => codeAt(address as Address),
    eth_getTransactionReceipt: () => ({ blockNumber: '0x1' }),
    eth_getLogs: () => logs,
    eth_call: ([parameter]) => call((parameter as { data: string }).data),
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: numberToHex(latestTimestamp) }),
  }

  return {
    calls,

    controls,

    async request(call) {
      calls.push(call)
      const asksChain = options.askChain !== undefined && OF_THE_CHAIN.has(call.method)
      const method = methods[call.method]
      if (!method && !asksChain) throw new ProviderError(-32601)
      if (READS.has(call.method)) await held.reads
      if (asksChain) return readChain(call)
      return method?.(Array.isArray(call.params) ? call.params : [])
    },

    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },

    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

/** Whether a chain in memory has the escrow at an address. */
function isFakeEscrow(address: Address): boolean {
  return [testEscrowAddress, liveEscrowAddress].some(escrow => isSameAddress(escrow, address))
}
