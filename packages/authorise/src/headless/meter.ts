import type { CheckoutSession, Hex, Subscription, WireMeterTerms } from '@per-second/protocol/types'
import { contradictionOf } from '../effects/contradiction.ts'
import { awaitStop } from '../effects/flows/await-stop.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import type { Checkout } from '../machine/state.ts'
import { readTransactions } from '../receipt/read-transactions.ts'
import type { Receipt } from '../receipt/receipt.ts'
import { receiptFile } from '../receipt/receipt-file.ts'
import type { Answer, MeterAction } from '../service/answer.ts'
import { ServiceError } from '../service/service-error.ts'
import { RefusalError } from '../signing/refusal-error.ts'
import type { ProgramCheckout } from './checkout.ts'
import type { MeterRecord } from './meter-record.ts'
import { told } from './told.ts'

/** A meter that a program opened. Every method throws {@link AuthoriseError}. Its code is `refused_meter` for figures that contradict the signature. */
export type Meter = {
  /** `sub_…` */
  id: string
  session: string
  /** The signed terms. */
  terms: WireMeterTerms
  read(): Promise<Subscription>
  pause(): Promise<Subscription>
  resume(): Promise<Subscription>
  /** Ends the meter through the service, for free: it settles the last seconds and refunds the rest. */
  cancel(): Promise<Subscription>
  /** Ends the meter at the escrow, without the service. The account sends a transaction, which costs gas. Resolves to the hash of the transaction. */
  stop(): Promise<Hex>
  /**
   * The receipt of a meter that is over, which `verifyReceipt` checks offline.
   *
   * @throws {AuthoriseError} `meter_running`
   */
  receipt(): Promise<Receipt>
}

export function createMeter(checkout: ProgramCheckout, record: MeterRecord, session: CheckoutSession): Meter {
  const { service, keeper } = checkout
  const { lock } = record
  let { token } = record

  /** A token that has ended is replaced by handing the same signature in again. */
  const withToken = async (
    call: (token: string) => Promise<Answer<Subscription>>,
  ): Promise<Answer<Subscription>> => {
    try {
      return await call(token ?? '')
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.isSignedOut || lock.signature === null) throw error
      const { draft, secret, email, signature } = lock
      const { value } = await service.authorise(session.id, { draft, secret, email, signature })
      token = value.client_token
      await keeper.write({ lock, token })
      return call(token)
    }
  }
  const believed = async (answer: Answer<Subscription>): Promise<Subscription> => {
    await requireTrue(checkout, { session: { ...session, subscription: lock.subscription }, lock }, answer)
    return answer.value
  }
  const act = (action: MeterAction) =>
    told(checkout, async () =>
      believed(await withToken(own => service.act(lock.subscription, { token: own, action }))),
    )
  const read = async () => believed(await withToken(own => service.subscription(lock.subscription, own)))

  return {
    id: lock.subscription,
    session: session.id,
    terms: lock.terms,
    read: () => told(checkout, read),
    pause: () => act('pause'),
    resume: () => act('resume'),
    cancel: () => act('cancel'),
    stop: () => told(checkout, () => stop(checkout, record)),
    receipt: () =>
      told(checkout, async () => {
        const subscription = await read()
        if (subscription.status !== 'canceled' && subscription.status !== 'ended')
          throw new AuthoriseError('meter_running', 'The meter is not over yet: it has no receipt.')
        const [chain, wallet] = await Promise.all([checkout.chain(), checkout.wallet()])
        const { terms, txHash } = lock
        const known =
          txHash === null
            ? null
            : await readTransactions(wallet, { chain, terms, opening: txHash }).catch(() => null)
        const { content } = receiptFile(
          { session: { ...session, subscription: lock.subscription }, chain, lock },
          subscription,
          known,
        )
        return JSON.parse(content) as Receipt
      }),
  }
}

/** @throws {RefusalError} `refused_meter` for figures that contradict the signature */
export async function requireTrue(
  checkout: ProgramCheckout,
  signed: Pick<Checkout, 'session' | 'lock'>,
  answer: Answer<Subscription>,
): Promise<void> {
  const readBlock = async () => (await checkout.wallet()).latestBlockTimestamp()
  const untrue = await contradictionOf(signed, answer, { ports: checkout, readBlock })
  if (untrue) throw new RefusalError('refused_meter', untrue)
}

/** The escrow is known by its code, and has to know the meter, before the account sends anything. */
async function stop(checkout: ProgramCheckout, { lock }: MeterRecord): Promise<Hex> {
  const wallet = await checkout.wallet()
  const opening = await wallet.readOpening(lock)
  if (!opening.isKnown)
    throw new AuthoriseError('asked_changed', 'The escrow of this network does not know this meter.')
  const hash = await wallet.stopMeter(lock.escrow, lock.terms)
  await awaitStop(wallet, lock, checkout)
  return hash
}
