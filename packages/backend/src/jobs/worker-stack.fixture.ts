import type { Hex } from '@per-second/protocol/types'
import { pino } from 'pino'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../chain/chain.ts'
import { embeddedSenderChain } from '../chain/local-chain.ts'
import { newPayer, signOpening, startLocalStack } from '../chain/local-stack.fixture.ts'
import { createSender, type SenderChain } from '../chain/sender.ts'
import { acceptSignature, prepareAuthorisation } from '../domain/authorisation.ts'
import type { CheckoutSession, Customer, Merchant, Mode, Product, Subscription } from '../domain/entities.ts'
import { createIds } from '../domain/id.ts'
import { createMerchant } from '../domain/merchants.ts'
import type { Operation } from '../domain/operation.ts'
import { createProduct } from '../domain/products.ts'
import { createSession } from '../domain/sessions.ts'
import { createFaultRegistry } from '../fault-registry.ts'
import type { Transaction } from '../storage/storage.ts'
import { createChainWorker } from './chain-worker.ts'

export type WorkerStack = Awaited<ReturnType<typeof startWorkerStack>>

/** A checkout up to the signature. */
export type Checkout = {
  payer: PrivateKeyAccount
  session: CheckoutSession
  customer: Customer
  subscription: Subscription
  signature: Hex
}

export const SETTLE_EVERY_SECONDS = 100

/** Real chain, real database, real rules: only what a test takes away is missing. */
export async function startWorkerStack() {
  const stack = await startLocalStack()
  await stack.local.prepare()
  const { storage, clock } = stack
  const newId = createIds(Date.now)
  const log = pino({ level: 'silent' })
  const inUnit = <T>(work: (operation: Operation) => Promise<T>) =>
    storage.unitOfWork(tx => work({ tx, now: clock.now(), newId }))
  const { merchant } = await inUnit(operation =>
    createMerchant(operation, {
      name: 'Shop',
      logoUrl: null,
      accent: null,
      supportUrl: null,
      payoutAddress: newPayer().address,
    }),
  )

  /** At one AUSD a second for at most 1,000 seconds. */
  const prepare = async (mode: Mode = 'test'): Promise<Checkout> => {
    const payer = newPayer()
    await stack.local.mint(payer.address, 1_000_000_000n)
    const made = await inUnit(async operation => {
      const product = await createProduct(operation, { merchantId: merchant.id, mode }, PRODUCT)
      const created = await createSession(operation, product, sessionOf(product))
      const customer = customerOf(operation, merchant, mode, payer)
      await operation.tx.customers.insert(customer)
      const session = { ...created, customerId: customer.id }
      await operation.tx.sessions.update(session)
      return { session, customer }
    })
    const subscription = await inUnit(operation => prepareAgain(operation, { ...made }))
    const location = { chainId: stack[mode].facts.chain_id, escrow: stack[mode].facts.escrow }
    const signature = await signOpening(payer, subscription.terms, location)
    return { payer, ...made, subscription, signature }
  }

  const prepareAgain = (
    operation: Operation,
    { session, customer }: Pick<Checkout, 'session' | 'customer'>,
  ) =>
    prepareAuthorisation(operation, {
      session,
      customer,
      merchant,
      chain: stack[session.mode],
      maxDurationSeconds: 1000,
    })

  return {
    ...stack,
    newId,
    inUnit,
    merchant,
    prepare,
    prepareAgain,
    /** What is stored of a checkout now. */
    stored: (checkout: Checkout) =>
      storage.read(async tx => ({
        session: (await tx.sessions.get(checkout.session.id)) as CheckoutSession,
        subscription: (await tx.subscriptions.get(checkout.subscription.id)) as Subscription,
      })),
    accept: (checkout: Checkout, signature: Hex = checkout.signature) =>
      inUnit(async operation => {
        const { tx } = operation
        const session = (await tx.sessions.get(checkout.session.id)) as CheckoutSession
        const subscription = (await tx.subscriptions.get(checkout.subscription.id)) as Subscription
        const { jobId } = await acceptSignature(operation, { session, subscription, signature })
        return jobId as string
      }),
    job: (id: string) => storage.read((tx: Transaction) => tx.jobs.get(id)),
    journal: () =>
      storage.read(tx => tx.transactions.bySender(stack.test.facts.chain_id, stack.operator.address, 0)),
    /** @param changes what the chain of test mode, and the way there, do differently from a healthy one */
    worker: (changes: { chain?: Partial<Chain>; sending?: Partial<SenderChain> } = {}) => {
      const access = { ...embeddedSenderChain(stack.embedded, stack.operator.address), ...changes.sending }
      const sender = createSender({
        chain: access,
        storage,
        chainId: stack.test.facts.chain_id,
        operator: stack.operator.address,
        newId,
        clock,
        log,
      })
      return createChainWorker({
        storage,
        clock,
        newId,
        chains: { test: { ...stack.test, ...changes.chain }, live: stack.live },
        senders: { test: sender, live: stack.sender },
        faults: createFaultRegistry(),
        config: { settleEverySeconds: SETTLE_EVERY_SECONDS },
        log,
      })
    },
  }
}

const PRODUCT = {
  name: 'GPU',
  description: null,
  rateUsd: '1',
  allowPause: true,
  startMode: 'checkout',
} as const

function sessionOf(product: Product) {
  const urls = { successUrl: 'https://shop.example/ok', cancelUrl: 'https://shop.example/no' }
  return { product, ...urls, maxDurationSeconds: 1000 }
}

function customerOf(
  { newId, now }: Operation,
  merchant: Merchant,
  mode: Mode,
  payer: PrivateKeyAccount,
): Customer {
  return {
    id: newId('cus_'),
    merchantId: merchant.id,
    mode,
    email: 'ada@example.com',
    walletAddress: payer.address,
    walletKey: payer.address.toLowerCase(),
    subscriptionCount: 0,
    totalSettled: 0n,
    created: now,
  }
}
