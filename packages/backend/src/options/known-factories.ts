import type { Address } from '@per-second/protocol/types'

/**
 * Factories that are called for payers unless the service names others: each only deploys a wallet that its owners' keys determine, at
 * one address on every chain.
 */
export const KNOWN_FACTORIES: readonly Address[] = [
  // Coinbase Smart Wallet 1 and 1.1.
  '0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a',
  '0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842',
  // Safe 1.3.0 and 1.4.1.
  '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2',
  '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
]
