/**
 * Replaces wagmi's EIP-6963 store (the package mipd) in the CDN build. The element collects announcements itself and turns the store
 * off, because it listens to the page for ever.
 */
export function createStore(): never {
  throw new Error('The element finds wallets by itself.')
}
