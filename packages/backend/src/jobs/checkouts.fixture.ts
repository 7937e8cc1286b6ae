import type { Address, Hex } from '@per-second/protocol/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../chain/chain.ts'
import { newPayer, signOpening } from '../chain/local-stack.fixture.ts'
import { acceptSignature, prepareAuthorisation } from '../domain/authorisation.ts'
import type { CheckoutSession, Customer, Merchant, Mode, Product, Subscription } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import { createMerchant } from '../domain/merchants.ts'
import type { Operation } from '../domain/operation.ts'
import { createProduct } from '../domain/products.ts'
import { createSession } from '../domain/sessions.ts'
import type { Storage } from '../storage/storage.ts'

/** A checkout up to the signature. */
export type Checkout = {
  payer: PrivateKeyAccount
  session: CheckoutSession
  customer: Customer
  subscription: Subscription
  signature: Hex
}

/** A merchant, and subscribers who sign at one AUSD a second for at most 1,000 seconds: real rules on a real database. */
export async function createCheckouts(parameters: {
  storage: Storage
  clock: { now(): number }
  newId: (prefix: IdPrefix) => string
  chains: Record<Mode, Chain | null>
  mint: (to: Address, amount: bigint) => Promise<unknown>
}) {
  const { storage, clock, newId, chains, mint } = parameters
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

  const prepareAgain = (
    operation: Operation,
    { session, customer }: Pick<Checkout, 'session' | 'customer'>,
  ) =>
    prepareAuthorisation(operation, {
      session,
      customer,
      merchant,
      chain: chains[session.mode] as Chain,
      maxDurationSeconds: 1000,
    })

  const prepare = async (
    mode: Mode = 'test',
    startMode: Product['startMode'] = 'checkout',
  ): Promise<Checkout> => {
    const payer = newPayer()
    await mint(payer.address, 1_000_000_000n)
    const made = await inUnit(async operation => {
      const product = await createProduct(
        operation,
        { merchantId: merchant.id, mode },
        { ...PRODUCT, startMode },
      )
      const created = await createSession(operation, product, sessionOf(product))
      const customer = customerOf(operation, merchant, mode, payer)
      await operation.tx.customers.insert(customer)
      const session = { ...created, customerId: customer.id }
      await operation.tx.sessions.update(session)
      return { session, customer }
    })
    const subscription = await inUnit(operation => prepareAgain(operation, { ...made }))
    const { chain_id, escrow } = (chains[mode] as Chain).facts
    const signature = await signOpening(payer, subscription.terms, { chainId: chain_id, escrow })
    return { payer, ...made, subscription, signature }
  }

  return {
    inUnit,
    merchant,
    prepare,
    prepareAgain,
    /** What is stored of a checkout now. */
    stored: (checkout: Pick<Checkout, 'session' | 'subscription'>) =>
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
  }
}

const PRODUCT = {
  name: 'GPU',
  description: null,
  rateUsd: '1',
  allowPause: true,
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
