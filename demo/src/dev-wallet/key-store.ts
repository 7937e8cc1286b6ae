import { isHex, size } from 'viem'
import { generatePrivateKey } from 'viem/accounts'

const ENTRY = 'per-second.dev-wallet'

type Stored = { key: `0x${string}`; connected: boolean }

/** The dev wallet's memory: a key made on first use, and whether the person has let this site see the account. */
export type KeyStore = {
  readonly key: `0x${string}`
  isConnected(): boolean
  setConnected(connected: boolean): void
}

/** Keeps the key in `storage`. If that is refused or broken, the key lives as long as the page. */
export function openKeyStore(storage: Storage | null): KeyStore {
  const stored = read(storage) ?? { key: generatePrivateKey(), connected: false }
  write(storage, stored)
  return {
    key: stored.key,
    isConnected: () => stored.connected,
    setConnected(connected) {
      stored.connected = connected
      write(storage, stored)
    },
  }
}

function read(storage: Storage | null): Stored | null {
  try {
    const { key, connected } = JSON.parse(storage?.getItem(ENTRY) ?? 'null') ?? {}
    return isHex(key) && size(key) === 32 ? { key, connected: connected === true } : null
  } catch {
    return null
  }
}

function write(storage: Storage | null, stored: Stored): void {
  try {
    storage?.setItem(ENTRY, JSON.stringify(stored))
  } catch {
    // A full or forbidden storage costs the visitor a new test key at the next load, nothing else.
  }
}
