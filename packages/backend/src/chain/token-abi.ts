import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'

/**
 * The functions read of an AUSD, and the errors it raises. The test token has Agora's names, except the pause of
 * signature verification, which it lacks.
 */
export const tokenAbi = [
  ...testAusdAbi,
  { type: 'error', name: 'SignatureVerificationPaused', inputs: [] },
] as const
