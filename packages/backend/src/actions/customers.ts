import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import type { CheckoutSession, Customer } from '../domain/entities.ts'
import { presentCustomer } from '../presenters/present-customer.ts'
import type { Operation } from './operation.ts'
import { recordEvent } from './record-event.ts'

/** Customers one session may create, so that a leaked session id cannot fill a merchant's books (docs/money.md, rule 48). */
const MAX_CUSTOMERS_PER_SESSION = 10

/**
 * The customer that a wallet is at this merchant in this mode, found or created. The email address is the last one
 * given.
 *
 * @throws {ApiError} `session_already_claimed` when this session has created too many
 */
export async function customerOfWallet(
  operation: Operation,
  session: CheckoutSession,
  walletAddress: Address,
  email: string,
): Promise<{ customer: Customer; isNew: boolean }> {
  const { tx, now, newId } = operation
  const walletKey = walletAddress.toLowerCase()
  const known = await tx.customers.byWallet(session, walletKey)
  if (known) {
    const customer = { ...known, email }
    await tx.customers.update(customer)
    return { customer, isNew: false }
  }
  if (session.customersCreated >= MAX_CUSTOMERS_PER_SESSION) {
    throw new ApiError(
      'session_already_claimed',
      'Too many wallets have tried to authorise this session. Begin a new checkout.',
    )
  }
  const customer: Customer = {
    id: newId('cus_'),
    merchantId: session.merchantId,
    mode: session.mode,
    email,
    walletAddress,
    walletKey,
    subscriptionCount: 0,
    totalSettled: 0n,
    created: now,
  }
  await tx.customers.insert(customer)
  await recordEvent(operation, session, 'customer.created', presentCustomer(customer))
  return { customer, isNew: true }
}
