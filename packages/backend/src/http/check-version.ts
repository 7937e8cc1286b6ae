import { API_VERSION } from '@per-second/protocol/types'
import type { Context } from 'hono'
import { ApiError } from '../domain/api-error.ts'

/**
 * Refuses a `Billing-Version` this service does not speak; without one the caller takes what there is.
 *
 * @throws {ApiError} `version_unknown`
 */
export function checkVersion(c: Context): void {
  const asked = c.req.header('Billing-Version')
  if (asked === undefined || asked === API_VERSION) return
  throw new ApiError('version_unknown', `This service speaks Billing-Version ${API_VERSION}.`, {
    param: 'Billing-Version',
  })
}
