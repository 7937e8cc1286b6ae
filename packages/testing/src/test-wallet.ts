import { type Meter, openMeter } from '@per-second/authorise/headless'
import type { TestHelpers } from '@per-second/client'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import type { Address, CheckoutSession, DecimalString, Hex } from '@per-second/protocol/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ChainReader } from './chain-reader.ts'
import { type Duration, parseDuration } from './parse-duration.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/** A subscriber's wallet with a real key, for tests only: never give it a key that holds money. */
export type TestWallet = {
  readonly address: Address
  readonly key: Hex
  /**
   * Gives the wallet whole AUSD, a decimal string, and coin for gas if `native` is true. It resolves when the balance
   * is there.
   */
  fund(amount: DecimalString, options?: FundOptions): Promise<void>
  /** The wallet's balance in whole AUSD, exactly. */
  balance(): Promise<DecimalString>
  /**
   * Does a subscriber's part without a browser: signs, submits, and waits until the meter is open on the chain. Leave
   * `maxDuration` out where the merchant fixed it. `replaces` is the session whose meter this one carries on.
   *
   * @throws {AuthoriseError} with the service's code, as `openMeter` of `@per-second/authorise/headless`
   * @throws {TestingError} `option_unknown`, `duration_invalid`
   */
  openMeter(session: Pick<CheckoutSession, 'id'>, options?: MeterOptions): Promise<Meter>
}

type FundOptions = { native?: boolean }

const FUND_OPTIONS = { native: true } satisfies Record<keyof FundOptions, true>

type MeterOptions = { email?: string; maxDuration?: Duration; replaces?: string }

const METER_OPTIONS = { email: true, maxDuration: true, replaces: true } satisfies Record<
  keyof MeterOptions,
  true
>

/** Beyond what any test's wallet holds: the balance is the limit. */
const NO_LIMIT = { maxEscrowUsd: '1000000000000' }

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
    async fund(amount, options = {}) {
      refuseUnknown(options, FUND_OPTIONS, 'fund')
      const { native = false } = options
      await faucet.fund({ wallet_address: address, amount, native })
    },
    balance: async () => usdFromBaseUnits(await chain.balanceOf(address)),
    openMeter: async (session, options = {}) => {
      refuseUnknown(options, METER_OPTIONS, 'openMeter')
      const { email = 'ada@example.com', maxDuration, ...carriedOn } = options
      return openMeter({
        session: session?.id,
        baseUrl,
        account,
        email,
        limits: NO_LIMIT,
        ...carriedOn,
        ...(maxDuration !== undefined && { maxDurationSeconds: parseDuration(maxDuration) }),
      })
    },
  }
}
