/**
 * Stands in for wagmi's EIP-6963 store (the package mipd) in the CDN build: the element collects announcements itself, because that
 * store listens to the page for ever, and turns it off.
 */
export function createStore(): never {
  throw new Error('The element finds wallets by itself.')
}
