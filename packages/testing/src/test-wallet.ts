import { createHash, randomBytes } from 'node:crypto'
import type { TestHelpers } from '@per-second/client'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import type {
  Address,
  Authorisation,
  CheckoutSession,
  DecimalString,
  Hex,
  PreparedAuthorisation,
} from '@per-second/protocol/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ChainReader } from './chain-reader.ts'
import { type Duration, parseDuration } from './parse-duration.ts'
import { TestingError } from './testing-error.ts'

/** A subscriber's wallet with a real key, for tests only: never give it a key that holds money. */
export type TestWallet = {
  readonly address: Address
  readonly key: Hex
  /**
   * Gives the wallet whole AUSD, a decimal string, and coin for gas if `native` is true. It resolves when the balance
   * is there.
   */
  fund(amount: DecimalString, options?: { native?: boolean }): Promise<void>
  /** The wallet's balance in whole AUSD, exactly. */
  balance(): Promise<DecimalString>
  /**
   * Does a subscriber's part without a browser: signs, submits, and waits until the meter is open on the chain. The
   * maximum duration is an hour unless the merchant fixed it, or `maxDuration` is given.
   *
   * @throws {TestingError} `authorise_refused` with the service's own words
   */
  authorise(
    session: string | Pick<CheckoutSession, 'id'>,
    options?: { email?: string; maxDuration?: Duration },
  ): Promise<Authorisation>
}

const OPENED_WITHIN_MS = 60_000

export function createTestWallet(parameters: {
  key?: Hex | undefined
  baseUrl: string
  faucet: TestHelpers['faucet']
  chain: ChainReader
}): TestWallet {
  const { key = generatePrivateKey(), baseUrl, faucet, chain } = parameters
  const account = privateKeyToAccount(key)
  const { address } = account
  return {
    address,
    key,
    async fund(amount, { native = false } = {}) {
      await faucet.fund({ wallet_address: address, amount, native })
    },
    balance: async () => usdFromBaseUnits(await chain.balanceOf(address)),
    async authorise(session, { email = 'ada@example.com', maxDuration = '1h' } = {}) {
      const path = `${baseUrl}/v1/client/checkout/sessions/${typeof session === 'string' ? session : session.id}`
      const secret = randomBytes(32)
      const { max_duration_seconds: fixed } = await ask<CheckoutSession>(path)
      const prepared = await ask<PreparedAuthorisation>(`${path}/prepare`, {
        wallet_address: address,
        claim: createHash('sha256').update(secret).digest('hex'),
        max_duration_seconds: fixed ?? parseDuration(maxDuration),
      })
      const { domain, types, primaryType, message } = prepared.typed_data
      const signature = await account.signTypedData({ domain, types, primaryType, message } as never)
      const signed = { draft: prepared.draft, signature, secret: secret.toString('hex'), email }
      const until = Date.now() + OPENED_WITHIN_MS
      // The service waits for the chain by itself, and is asked again when it has waited long enough.
      do {
        const authorisation = await ask<Authorisation>(`${path}/authorise`, signed)
        if (authorisation.session.status !== 'open') return authorisation
      } while (Date.now() < until)
      throw new TestingError('authorise_refused', 'The meter was not opened on the chain within a minute.')
    },
  }
}

async function ask<T>(url: string, body?: object): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, body ? init : {})
  const answer = await response.json()
  if (response.ok) return answer as T
  const said = `${new URL(url).pathname} answered ${response.status}: ${answer.error?.message}`
  throw new TestingError('authorise_refused', said, { cause: answer.error })
}
