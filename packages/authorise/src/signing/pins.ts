import type { Address } from '@per-second/protocol/types'

/** What the page itself insists on, from the attributes `chain-id`, `escrow` and `payee`; null where it leaves the choice open. */
export type Pins = { chainId: number | null; escrow: Address | null; payee: Address | null }
