import { ApiError } from '../../domain/api-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'

/** A fenced storage for requests: one that comes when another process has the lease is told to try again, which it will do there. */
export function refuseDeposed(fenced: Storage): Storage {
  return {
    ...fenced,
    unitOfWork: async work => {
      try {
        return await fenced.unitOfWork(work)
      } catch (error) {
        if (!(error instanceof StorageError && error.code === 'lease_lost')) throw error
        throw new ApiError('internal_error', 'Another process has taken over. Try again shortly.', {
          status: 503,
          retryAfter: 1,
          cause: error,
        })
      }
    },
  }
}
