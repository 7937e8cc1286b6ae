import { meterDigest } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import { acceptDraft } from '../actions/accept-draft.ts'
import { createMerchant } from '../actions/merchants.ts'
import type { BillingOperation } from '../actions/operation.ts'
import { prepareDraft } from '../actions/prepare-draft.ts'
import { createProduct } from '../actions/products.ts'
import { createSession } from '../actions/sessions.ts'
import type { Chain } from '../chain/chain.ts'
import { newPayer, signOpening } from '../chain/local-stack.fixture.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import type { Draft } from '../domain/draft.ts'
import type { CheckoutSession, Mode, Product, Subscription } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Storage } from '../storage/storage.ts'

/** A checkout up to the signature. */
export type Checkout = {
  payer: PrivateKeyAccount
  session: CheckoutSession
  draft: Draft
  /** The subscription that accepting the draft creates. */
  subscription: Pick<Subscription, 'id' | 'terms' | 'meterId'>
  signature: Hex
}

/** An accepted checkout, with the subscription as it was stored then. */
export type Accepted = Checkout & { subscription: Subscription }

/** A merchant, and subscribers who sign at one AUSD a second for at most 1,000 seconds: real rules on a real database. */
export async function createCheckouts(parameters: {
  storage: Storage
  clock: { now(): number }
  newId: (prefix: IdPrefix) => string
  chains: Record<Mode, Chain | null>
  mint: (to: Address, amount: bigint) => Promise<unknown>
}) {
  const { storage, clock, newId, chains, mint } = parameters
  const inUnit = <T>(work: (operation: BillingOperation) => Promise<T>) =>
    storage.unitOfWork(tx => work({ tx, now: clock.now(), newId, policy: localPolicy }))
  const { merchant } = await inUnit(operation =>
    createMerchant(operation, { name: 'Shop', payoutAddress: newPayer().address }),
  )

  /** A draft for a session, and its signature, any number of times. */
  const prepareAgain = async ({ session, payer }: Pick<Checkout, 'session' | 'payer'>) => {
    const chain = chains[session.mode] as Chain
    const draft = await inUnit(operation =>
      prepareDraft(operation, {
        ...{ session, chain, payer: payer.address },
        ...{ account: 'key', claim: '00'.repeat(32), maxDurationSeconds: 1000, replaces: null },
      }),
    )
    const { subscriptionId: id, terms } = draft
    const location = { chainId: chain.facts.chain_id, escrow: chain.facts.escrow }
    const subscription = { id, terms, meterId: meterDigest(terms, location) }
    return { draft, subscription, signature: await signOpening(payer, terms, location) }
  }

  const prepare = async (
    mode: Mode = 'test',
    startMode: Product['startMode'] = 'checkout',
  ): Promise<Checkout> => {
    const payer = newPayer()
    await mint(payer.address, 1_000_000_000n)
    const session = await inUnit(async operation => {
      const product = await createProduct(
        operation,
        { merchantId: merchant.id, mode },
        { ...PRODUCT, start_mode: startMode },
      )
      return createSession(operation, product, SESSION)
    })
    return { payer, session, ...(await prepareAgain({ session, payer })) }
  }

  return {
    inUnit,
    merchant,
    prepare,
    prepareAgain,
    /** The stored rows of a checkout that was accepted once. */
    stored: (checkout: Pick<Checkout, 'session' | 'subscription'>) =>
      storage.read(async tx => ({
        session: (await tx.sessions.get(checkout.session.id)) as CheckoutSession,
        subscription: (await tx.subscriptions.get(checkout.subscription.id)) as Subscription,
      })),
    accept: (checkout: Checkout, signature: Hex = checkout.signature) =>
      inUnit(async operation => {
        const session = (await operation.tx.sessions.get(checkout.session.id)) as CheckoutSession
        const chain = chains[session.mode] as Chain
        const { draft } = checkout
        const accepted = await acceptDraft(operation, {
          ...{ session, chain, draft, signature, signer: 'key', email: 'ada@example.com' },
        })
        return accepted.jobId
      }),
  }
}

const PRODUCT = {
  name: 'GPU',
  rate_usd_per_second: '1',
  allow_pause: true,
} as const

const SESSION = {
  success_url: 'https://shop.example/ok',
  cancel_url: 'https://shop.example/no',
  max_duration_seconds: 1000,
}
