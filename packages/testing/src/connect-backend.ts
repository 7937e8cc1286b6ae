import {
  type BillingClient,
  createClient,
  type FaultKind,
  type FaultParameters,
  type LocalMerchant,
  type LocalMerchantParameters,
  type TestClock,
} from '@per-second/client'
import type { Hex } from '@per-second/protocol/types'
import type { BackendLine } from './backend-line.ts'
import { type ChainReader, createChainReader } from './chain-reader.ts'
import { type Duration, parseDuration } from './parse-duration.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { createTestWallet, type TestWallet } from './test-wallet.ts'

/** A merchant of a test's own, and its server's client. */
export type TestMerchant = LocalMerchant & { billing: BillingClient }

/** The one clock of a backend: its service's, its chain's, every merchant's. The browser's stays where it is. */
export type Clock = {
  /** Moves on, such as by `1h`, and answers when all that falls due on the way is done. @throws {TestingError} `duration_invalid` */
  advance(duration: Duration): Promise<TestClock>
  freeze(): Promise<TestClock>
  release(): Promise<TestClock>
  retrieve(): Promise<TestClock>
}

/** The actions that a test takes on a local backend. */
export type Backend = {
  readonly url: string
  /** The backend's own line. */
  readonly line: BackendLine
  /** The chain itself, asked without the service in between. */
  readonly chain: ChainReader
  readonly clock: Clock
  createMerchant(parameters?: LocalMerchantParameters): Promise<TestMerchant>
  /** A wallet with this private key, or a fresh one. It holds nothing until it is funded. */
  createWallet(key?: Hex): TestWallet
  /**
   * Lets the next call fail, or the next `count`. The count 0 clears the remainder of this kind.
   *
   * @throws {TestingError} `option_unknown`
   */
  fail(kind: FaultKind, options?: FaultOptions): Promise<void>
}

type FaultOptions = Partial<Omit<FaultParameters, 'kind'>>

const FAULT_OPTIONS = { count: true, path: true, merchant: true } satisfies Record<keyof FaultOptions, true>

/** Takes a backend that runs already, by the line it printed with `--json`. */
export function connectBackend(line: BackendLine): Backend {
  const clientOf = (apiKey: string) =>
    createClient({ apiKey, baseUrl: line.url, adminToken: line.admin_token })
  const { testHelpers } = clientOf(line.merchant.test_key)
  const { clock, faucet, faults, merchants } = testHelpers
  const chain = createChainReader(line)
  return {
    url: line.url,
    line,
    chain,
    clock: {
      advance: async duration => clock.advance({ seconds: parseDuration(duration) }),
      freeze: () => clock.freeze(),
      release: () => clock.release(),
      retrieve: () => clock.retrieve(),
    },
    async createMerchant(parameters) {
      const merchant = await merchants.create(parameters)
      return { ...merchant, billing: clientOf(merchant.test_key) }
    },
    createWallet: key => createTestWallet({ key, baseUrl: line.url, faucet, chain }),
    async fail(kind, options = {}) {
      refuseUnknown(options, FAULT_OPTIONS, 'fail')
      await faults.set({ kind, ...options, count: options.count ?? 1 })
    },
  }
}
