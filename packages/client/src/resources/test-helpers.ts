import type { Address, DecimalString, Hex } from '@per-second/protocol/types'
import { AuthenticationError } from '../request/errors.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import { createTestClock, type TestClockHelper } from './test-clock.ts'

export type FaucetParameters = {
  wallet_address: Address
  /** Whole AUSD as a decimal string, at most six fraction digits, and at most 1000000000000000000000000. */
  amount: DecimalString
  /** Gives coin for gas besides. Default `false`. */
  native?: boolean
}

export type LocalMerchantParameters = {
  /** 1 to 200 characters. */
  name?: string
  logo_url?: string
  /** A colour like `#0a7d5a`. */
  accent?: string
  support_url?: string
  /** The address that receives settlements (default: an address whose key does not exist). */
  payout_address?: Address
}

/** A merchant of a local backend, with a key of each mode. */
export type LocalMerchant = {
  id: string
  name: string
  payout_address: Address
  test_key: string
  live_key: string
}

/**
 * How calls fail: `token_paused` strikes settlements, the others requests. `lost_response` carries out the request and
 * sends no response.
 */
export type FaultKind = 'rate_limit' | 'server_error' | 'timeout' | 'lost_response' | 'token_paused'

export type FaultParameters = {
  kind: FaultKind
  /** The number of matching calls that fail. The count 0 clears the kind. */
  count: number
  /** Only calls of this path and below it, be it a template such as `/v1/products/{id}`. */
  path?: string
  /** Only calls of this merchant, by id. */
  merchant?: string
}

/**
 * The test functions of a local backend. On any other service every call throws `NotFoundError`. All but the clock need
 * `adminToken`, and throw an `AuthenticationError` of code `api_key_missing` without it.
 */
export type TestHelpers = {
  clock: TestClockHelper
  faucet: {
    /**
     * Gives test AUSD to a wallet and answers when it is there.
     *
     * @example
     * await billing.testHelpers.faucet.fund({ wallet_address: wallet, amount: '100' })
     */
    fund(parameters: FaucetParameters, options?: RequestOptions): Promise<{ tx_hash: Hex }>
  }
  merchants: {
    /** A fresh merchant, for tests that run beside each other. */
    create(parameters?: LocalMerchantParameters, options?: RequestOptions): Promise<LocalMerchant>
  }
  faults: {
    /**
     * Lets the next calls fail.
     *
     * @example
     * await billing.testHelpers.faults.set({ kind: 'lost_response', count: 1, path: '/v1/products' })
     */
    set(
      parameters: FaultParameters,
      options?: RequestOptions,
    ): Promise<{ kind: FaultKind; count: number; path: string | null; merchant: string | null }>
  }
}

export function createTestHelpers(request: RequestFunction, administer: RequestFunction | null): TestHelpers {
  const post = async <T extends object>(path: string, body: object, options?: RequestOptions): Promise<T> => {
    if (administer) return administer<T>({ method: 'POST', path, body, options })
    const message =
      'This needs the adminToken of a local backend: it prints it with --json. Pass it to createClient.'
    throw new AuthenticationError('authentication_error', message, { code: 'api_key_missing' })
  }
  return {
    clock: createTestClock(request),
    faucet: { fund: (body, options) => post('/_local/faucet', body, options) },
    merchants: { create: (body = {}, options) => post('/_local/merchants', body, options) },
    faults: { set: (body, options) => post('/_local/faults', body, options) },
  }
}
