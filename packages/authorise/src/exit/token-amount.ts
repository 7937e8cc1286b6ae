import { EMBEDDED_CHAIN_ID, knownChain, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import type { Address } from '@per-second/protocol/types'
import { isSameAddress } from '../chains/is-same-address.ts'

/** Whether a token is AUSD by the table of chains, or the test AUSD of the embedded chain (docs/money.md, rule 79). */
export function isKnownToken(token: Address, chainId: number): boolean {
  const known = chainId === EMBEDDED_CHAIN_ID ? TEST_AUSD_ADDRESS : knownChain(chainId)?.token
  return known !== undefined && isSameAddress(token, known)
}

/** An amount in every digit: AUSD, or base units of another token beside its address. */
export function tokenAmount(
  baseUnits: bigint,
  { token, chainId }: { token: Address; chainId: number },
): string {
  if (isKnownToken(token, chainId)) return `${usdFromBaseUnits(baseUnits)} AUSD`
  return `${baseUnits} base units of ${token}`
}
