import { test as base } from '@playwright/test'
import type { ChainReader } from '../chain-reader.ts'
import type { Backend, Clock, TestMerchant } from '../connect-backend.ts'
import { type BackendOptions, startBackend } from '../start-backend.ts'
import { CheckoutElement } from './checkout-element.ts'
import { createPageWallet, type PageWallet } from './page-wallet.ts'
import { walletKeyOf } from './wallet-key-of.ts'

type WorkerFixtures = {
  /** Set with `test.use({ backendOptions: … })` in a file of its own, or in the configuration. */
  backendOptions: BackendOptions
  /** One a worker, with a chain and a clock of its own. */
  backend: Backend
  /** The worker's chain itself, asked without the service in between. */
  chain: ChainReader
}

type Fixtures = {
  /** A merchant that no other test used, with its server's client. */
  merchant: TestMerchant
  /** A wallet in every page of the test. Its key follows from the test's name, so that it is the same in every run. */
  wallet: PageWallet
  /** The worker's clock. If a test stops it, it ticks again after the test. */
  clock: Clock
  /** Lets the next calls to the worker's backend fail. Unused faults are cleared when the test ends. */
  fail: Backend['fail']
  /** The first `<billing-authorise>` of the page, with the wallet in it. */
  element: CheckoutElement
}

const READY_WITHIN_MS = 90_000

/** Playwright's `test` with a billing service: everything is made when a test asks for it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  backendOptions: [{}, { option: true, scope: 'worker' }],
  backend: [
    async ({ backendOptions }, use) => {
      await using backend = await startBackend(backendOptions)
      await use(backend)
    },
    { scope: 'worker', timeout: READY_WITHIN_MS },
  ],
  chain: [({ backend }, use) => use(backend.chain), { scope: 'worker' }],
  merchant: async ({ backend }, use) => use(await backend.createMerchant()),
  wallet: async ({ backend, context }, use, info) =>
    use(await createPageWallet(context, backend, backend.createWallet(walletKeyOf(info)))),
  clock: async ({ backend }, use) => {
    await use(backend.clock)
    const { frozen } = await backend.clock.retrieve()
    if (frozen) await backend.clock.release()
  },
  fail: async ({ backend }, use) => {
    const kinds = new Set<Parameters<Backend['fail']>[0]>()
    await use(async (kind, options) => {
      kinds.add(kind)
      await backend.fail(kind, options)
    })
    for (const kind of kinds) await backend.fail(kind, { count: 0 })
  },
  element: async ({ backend, page, wallet }, use) => use(new CheckoutElement(page, backend, wallet)),
})

export const expect = test.expect
