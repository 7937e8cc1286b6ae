import { monotonicNow } from '../meter/monotonic-now.ts'
import { convertWalletError, walletError } from './convert-wallet-error.ts'

/** No person responds faster than this, in milliseconds. */
const PERSON_MS = 400

/** Whether too little time has passed since `begun`, on the page's monotonic clock, for a person's answer. */
export function isQuick(begun: number): boolean {
  return monotonicNow() - begun < PERSON_MS
}

/** Makes a request that prompts a person. @throws {WalletError} `rejected_unseen` if the wallet refused by itself */
export async function askPerson<T>(request: () => Promise<T>): Promise<T> {
  const begun = monotonicNow()
  try {
    return await request()
  } catch (thrown) {
    const error = convertWalletError(thrown)
    throw error.code === 'user_rejected' && isQuick(begun) ? walletError('rejected_unseen', thrown) : thrown
  }
}
