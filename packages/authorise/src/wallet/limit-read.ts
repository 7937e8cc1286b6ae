import { withTimeout } from 'viem'
import { walletError } from './convert-wallet-error.ts'

/** The time that a wallet may take for a request without a prompt, in milliseconds. */
const READ_MS = 4_000

/** Runs a read through the wallet and fails with `wallet_failed` after a timeout. A late response is dropped. */
export function limitRead<T>(read: () => Promise<T>): Promise<T> {
  const cause = new DOMException('The wallet did not answer in time.', 'TimeoutError')
  return withTimeout(read, { timeout: READ_MS, errorInstance: walletError('wallet_failed', cause) })
}
