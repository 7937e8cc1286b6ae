/**
 * The figures that other projects publish for comparable steps. Their methods differ, so only orders of magnitude
 * compare.
 */
export type PublishedGas = { project: string; method: string; figures: Record<string, number> }

/** The sources are the projects' own snapshots. */
export const PUBLISHED_GAS: readonly PublishedGas[] = [
  {
    project: 'x402 batch settlement, its snapshot',
    method: 'forge snapshot of single calls: 21,000 and calldata not included',
    figures: {
      'deposit by ERC-3009, first': 111_738,
      'claim of 1 voucher': 40_252,
      'claim of 10 channels, each': 19_204,
      'settle sweep': 31_204,
      refund: 43_859,
    },
  },
  {
    project: 'Sablier Flow, its benchmark',
    method: 'USDC on a fork of mainnet, single calls: 21,000 and calldata not included',
    figures: { create: 127_027, deposit: 37_028, withdraw: 47_757, withdrawMax: 61_693, refund: 24_767 },
  },
]
