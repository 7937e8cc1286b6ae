import type { Hex } from '@per-second/protocol/types'
import { generatePrivateKey } from 'viem/accounts'
import { isHex } from 'viem/utils'
import { createFakeProvider, type FakeProvider, type FakeProviderOptions } from '../wallet/fake-provider.ts'
import type { WalletControls } from '../wallet/wallet-controls.ts'

export type TestWalletOptions = FakeProviderOptions & {
  /** The wallet's name in the list. */
  name?: string
  /** A `data:` URI of a square picture. */
  icon?: string
  /** Reverse domain name of the wallet (EIP-6963). Two wallets need two. */
  rdns?: string
  /** Keeps a random key over a reload, so that its funds are not lost (default: true). */
  keepsKey?: boolean
}

/** A wallet on the page: its controls, and its removal. */
export type TestWallet = {
  readonly name: string
  readonly controls: WalletControls
  readonly provider: FakeProvider
  /** Ends its announcements. */
  remove(): void
}

/** A plain square in place of a wallet's icon. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#5b6478"/></svg>',
)}`

/**
 * Puts a wallet with a real key on the page, announced by EIP-6963 like any other. It answers every prompt at once, as its controls
 * say. Its key is in the page's storage and in reach of the page's scripts: never use a key that holds money.
 */
export function announceTestWallet(options: TestWalletOptions = {}): TestWallet {
  const {
    name = 'Test wallet',
    rdns = 'test.per-second',
    icon = ICON,
    chainId = 31_337,
    keepsKey = true,
    ...rest
  } = options
  const { key = keepsKey ? keptKey(rdns) : generatePrivateKey() } = rest
  const provider = createFakeProvider({ ...rest, chainId, key })
  const info = { uuid: freshUuid(), name, rdns, icon }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  return {
    name,
    provider,
    controls: provider.controls,
    remove: () => window.removeEventListener('eip6963:requestProvider', announce),
  }
}

/** `crypto.randomUUID` needs a secure page, and a shop may be tested on another. */
function freshUuid(): string {
  const [, a, b, c, d, e] = /^0x(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(generatePrivateKey()) ?? []
  return `${a}-${b}-4${c}-8${d}-${e}`
}

/** The key stored under the wallet's name, or a random one that is stored. Without storage it lasts until the reload. */
function keptKey(rdns: string): Hex {
  const place = `billing-authorise test wallet ${rdns}`
  const fresh = generatePrivateKey()
  try {
    const kept = localStorage.getItem(place)
    if (isHex(kept) && kept.length === fresh.length) return kept
    localStorage.setItem(place, fresh)
  } catch {
    // The wallet works without storage.
  }
  return fresh
}
