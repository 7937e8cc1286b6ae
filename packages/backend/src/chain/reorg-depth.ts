/** Blocks after which Ethereum calls one final: two epochs of 32 slots. */
export const DEFAULT_REORG_DEPTH = 64
