import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'

/**
 * What is read of an AUSD, and the errors it raises: the test token has Agora's names, but for the pause of signature
 * verification, which it lacks.
 */
export const tokenAbi = [
  ...testAusdAbi,
  { type: 'error', name: 'SignatureVerificationPaused', inputs: [] },
] as const
