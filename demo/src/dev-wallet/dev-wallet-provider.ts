import { type Address, hexToString, isHex, numberToHex, stringToHex, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Confirm, TypedData } from './confirmation.ts'
import type { KeyStore } from './key-store.ts'
import { ProviderRpcError } from './provider-rpc-error.ts'
import { callRpc } from './rpc.ts'

type Listener = (value: never) => void
type Call = { method: string; params?: unknown }

/** The dev wallet as pages see it (EIP-1193). */
export type DevWalletProvider = {
  request(call: Call): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

export type DevWalletProviderOptions = {
  keyStore: KeyStore
  chainId: number
  rpcUrl: string
  origin: string
  confirm: Confirm
}

const READ_METHODS = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'net_version',
  'web3_clientVersion',
])

/** Makes the provider. `close` ends it for every page that listens (EIP-1193 `disconnect`). */
export function createDevWalletProvider(options: DevWalletProviderOptions) {
  const { keyStore, origin } = options
  const account = privateKeyToAccount(keyStore.key)
  const chains = new Map([[options.chainId, options.rpcUrl]])
  const listeners = new Map<string, Set<Listener>>()
  let chainId = options.chainId
  let asking = false

  function emit(event: string, value: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value as never)
  }

  const confirm: (...question: Parameters<Confirm>) => Promise<void> = async question => {
    if (asking) throw new ProviderRpcError(-32002, 'Another request is waiting for an answer in the wallet.')
    asking = true
    const confirmed = await options.confirm(question).finally(() => {
      asking = false
    })
    if (!confirmed) throw new ProviderRpcError(4001, 'The request was rejected.')
  }

  function sharedAccounts(): Address[] {
    return keyStore.isConnected() ? [account.address] : []
  }

  async function connect(): Promise<Address[]> {
    if (!keyStore.isConnected()) {
      await confirm({ kind: 'connect', origin, address: account.address })
      keyStore.setConnected(true)
      emit('accountsChanged', sharedAccounts())
    }
    return sharedAccounts()
  }

  function requireOwn(address: unknown): void {
    const isOwn = typeof address === 'string' && address.toLowerCase() === account.address.toLowerCase()
    if (!keyStore.isConnected() || !isOwn)
      throw new ProviderRpcError(4100, 'This account is not shared with the site.')
  }

  function moveTo(id: number): void {
    if (id === chainId) return
    chainId = id
    emit('chainChanged', numberToHex(id))
  }

  const permissions = () => [
    {
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: sharedAccounts() }],
    },
  ]

  const methods: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: connect,
    eth_accounts: sharedAccounts,
    eth_chainId: () => numberToHex(chainId),

    async wallet_requestPermissions() {
      await connect()
      return permissions()
    },
    wallet_getPermissions: () => (keyStore.isConnected() ? permissions() : []),
    wallet_revokePermissions() {
      keyStore.setConnected(false)
      emit('accountsChanged', [])
      return null
    },

    wallet_switchEthereumChain([parameter]) {
      const wanted = readChainId(parameter)
      if (!chains.has(wanted)) throw new ProviderRpcError(4902, 'The wallet does not know this network.')
      moveTo(wanted)
      return null
    },
    async wallet_addEthereumChain([parameter]) {
      const added = readChainId(parameter)
      const { chainName, rpcUrls } = parameter as { chainName?: unknown; rpcUrls?: unknown }
      const rpcUrl = Array.isArray(rpcUrls) ? rpcUrls.find(isHttpUrl) : undefined
      if (!rpcUrl) throw new ProviderRpcError(-32602, 'The network has no usable RPC address.')
      if (!chains.has(added)) {
        await confirm({ kind: 'network', origin, name: String(chainName ?? added), chainId: added, rpcUrl })
        chains.set(added, rpcUrl)
      }
      moveTo(added)
      return null
    },

    async personal_sign([data, address]) {
      requireOwn(address)
      if (typeof data !== 'string') throw new ProviderRpcError(-32602, 'There is no message to sign.')
      const raw = isHex(data) ? data : stringToHex(data)
      await confirm({ kind: 'message', origin, text: readableText(raw) })
      return account.signMessage({ message: { raw: toBytes(raw) } })
    },
    async eth_signTypedData_v4([address, data]) {
      requireOwn(address)
      const typedData = readTypedData(data)
      const wanted = typedData.domain.chainId
      if (wanted !== undefined && Number(wanted) !== chainId) {
        throw new ProviderRpcError(-32602, 'The typed data is for another network than the wallet is on.')
      }
      await confirm({ kind: 'typed_data', origin, typedData })
      return account.signTypedData(typedData as never)
    },
  }

  const provider: DevWalletProvider = {
    async request({ method, params }) {
      const own = methods[method]
      if (own) return own(Array.isArray(params) ? params : [])
      if (READ_METHODS.has(method)) return callRpc(chains.get(chainId) ?? options.rpcUrl, method, params)
      throw new ProviderRpcError(4200, `The dev wallet does not do ${method}.`)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }

  return {
    provider,
    address: account.address,
    close: () => emit('disconnect', new ProviderRpcError(4900, 'The dev wallet has gone.')),
  }
}

function readChainId(parameter: unknown): number {
  const written = (parameter as { chainId?: unknown } | undefined)?.chainId
  const chainId = isHex(written) ? Number(written) : Number.NaN
  if (!Number.isSafeInteger(chainId) || chainId <= 0)
    throw new ProviderRpcError(-32602, 'This is no chain id.')
  return chainId
}

function readTypedData(data: unknown): TypedData {
  try {
    const { domain, types, primaryType, message } = typeof data === 'string' ? JSON.parse(data) : Object(data)
    if (domain && types?.[primaryType] && message) return { domain, types, primaryType, message }
  } catch {
    // Answered below, like every other thing that is no typed data.
  }
  throw new ProviderRpcError(-32602, 'This is no typed data.')
}

/** Bytes that are no text are shown as bytes. */
function readableText(raw: `0x${string}`): string {
  const text = hexToString(raw)
  return stringToHex(text) === raw.toLowerCase() ? text : raw
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}
