import { chainRefusal } from '@per-second/protocol/chain-refusal'
import { knownChain } from '@per-second/protocol/chains'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Mode } from '../../domain/entities.ts'
import { isSharedEscrow } from '../../domain/shared-escrow.ts'
import { OPTION_NAMES } from '../../options/chain-options.ts'

/**
 * A warning for the operator at start, before subscribers meet it. It says why pages refuse this chain in this mode, or
 * accept it only by name, and how to mend that. Null when every page accepts it.
 */
export function pageRefusal({
  mode,
  chainId,
  token,
  escrow,
  escrowSalt,
}: {
  mode: Mode
  chainId: number
  token: Address
  escrow: Address
  escrowSalt?: Hex | null | undefined
}): string | null {
  const known = knownChain(chainId)
  const chain = known ? `${known.name} (chain ${chainId})` : `chain ${chainId}`
  const { prefix } = OPTION_NAMES[mode]
  switch (chainRefusal({ mode, chainId, token })) {
    case null:
      if (escrowSalt || isSharedEscrow(mode, escrow)) return null
      return `Pages accept the escrow ${escrow} only where they name it: <billing-authorise escrow="${escrow}">. If it is ours with a salt of your own, give the salt (${prefix}escrow-salt), and every page accepts it.`
    case 'main_network':
      return `No page accepts test mode on ${chain}: money is real there. Give test mode a test network, and this one to live mode (--live-rpc-url).`
    case 'real_token':
      return 'No page accepts AUSD itself in test mode. Leave --token out for the test AUSD, or name a token of your own and let pages name it too (attribute token).'
    case 'test_network':
      return `Pages refuse live mode on ${chain}, where money is worth nothing, unless they name it: chain-id="${chainId}". Give live mode a main network, and this one to test mode (--rpc-url).`
    case 'chain_unknown': {
      const pins = { chainId, token: null }
      const named = chainRefusal({ mode, chainId, token, pins }) === null ? '' : ` token="${token}"`
      return `Pages accept ${chain} only where they name it: <billing-authorise chain-id="${chainId}"${named}>.`
    }
    case 'token_unknown':
      return mode === 'live' && known?.network === 'main'
        ? `No page accepts the token ${token} in live mode on ${chain}: leave ${prefix}token out for AUSD.`
        : `Pages accept the token ${token} on ${chain} only where they name it: <billing-authorise token="${token}">. Leave ${prefix}token out for the usual one.`
  }
}
