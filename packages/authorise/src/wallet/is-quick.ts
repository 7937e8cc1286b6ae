import { convertWalletError, walletError } from './convert-wallet-error.ts'

/** An answer within this was given by no person, in milliseconds. */
const PERSON_MS = 400

/** Whether no person can have answered what began at an instant of the page's monotonic clock. */
export function isQuick(begun: number): boolean {
  return performance.now() - begun < PERSON_MS
}

/** Asks for what a person decides. @throws {WalletError} `rejected_unseen` where the wallet refused by itself */
export async function askPerson<T>(request: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await request()
  } catch (thrown) {
    const error = convertWalletError(thrown)
    throw error.code === 'user_rejected' && isQuick(begun) ? walletError('rejected_unseen', thrown) : thrown
  }
}
