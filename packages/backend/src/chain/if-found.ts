import { BlockNotFoundError, TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'

/** Null where a node has answered null, which viem's actions throw. */
export async function ifFound<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (
      error instanceof BlockNotFoundError ||
      error instanceof TransactionNotFoundError ||
      error instanceof TransactionReceiptNotFoundError
    )
      return null
    throw error
  }
}
