import type { Hex, Subscription, WireMeterTerms } from '@per-second/protocol/types'
import { contradictionOf } from '../effects/contradiction.ts'
import { awaitStop } from '../effects/flows/await-stop.ts'
import { verifiedChain } from '../effects/flows/flow.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import type { SignatureLock } from '../machine/signature-lock.ts'
import { readClosing } from '../receipt/read-closing.ts'
import type { Receipt } from '../receipt/receipt.ts'
import { receiptOf } from '../receipt/receipt-of.ts'
import type { Answer, MeterAction } from '../service/answer.ts'
import { ServiceError } from '../service/service-error.ts'
import { RefusalError } from '../signing/refusal-error.ts'
import { neverAborted, type ProgramFlow } from './program-flow.ts'
import { submitRecord } from './submit-record.ts'
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
   * The receipt of a meter that is over, which `verifyReceipt` checks offline. Without an RPC endpoint it names the opening's transaction only.
   *
   * @throws {AuthoriseError} `meter_running`
   */
  receipt(): Promise<Receipt>
}

export function createMeter(opened: ProgramFlow): Meter {
  // The signal of the opening may have fired since.
  const flow = { ...opened, until: neverAborted() }
  const { service, store } = flow
  const lock = store.readLock()
  if (!lock) throw new Error('A meter has a record.')
  const session = { ...flow.checkout().session, subscription: lock.subscription }

  /** A token that has ended is replaced by submitting the same signature again. */
  const withToken = async (
    call: (token: string) => Promise<Answer<Subscription>>,
  ): Promise<Answer<Subscription>> => {
    const held = store.readToken()
    try {
      if (held) return await call(held.token)
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.isSignedOut) throw error
    }
    await submitRecord(flow)
    return call(store.readToken()?.token ?? '')
  }
  /** @throws {RefusalError} `refused_meter` for figures that contradict the signature */
  const believed = async (answer: Answer<Subscription>): Promise<Subscription> => {
    const readBlock = async () => (await flow.wallet()).latestBlockTimestamp()
    const untrue = await contradictionOf({ session, lock }, answer, { ports: flow.ports, readBlock })
    if (untrue) throw new RefusalError('refused_meter', untrue)
    return answer.value
  }
  const act = (action: MeterAction) =>
    told(flow, async () =>
      believed(await withToken(token => service.act(lock.subscription, { token, action }))),
    )
  const read = async () => believed(await withToken(token => service.subscription(lock.subscription, token)))

  return {
    id: lock.subscription,
    session: session.id,
    terms: lock.terms,
    read: () => told(flow, read),
    pause: () => act('pause'),
    resume: () => act('resume'),
    cancel: () => act('cancel'),
    stop: () => told(flow, () => stop(flow, lock)),
    receipt: () =>
      told(flow, async () => {
        const subscription = await read()
        if (subscription.status !== 'canceled' && subscription.status !== 'ended')
          throw new AuthoriseError('meter_running', 'The meter is not over yet: it has no receipt.')
        const chain = await verifiedChain(flow)
        const { terms, txHash } = lock
        const readEnd = async (opening: Hex) => readClosing(await flow.wallet(), { chain, terms, opening })
        const closing = txHash === null ? null : await readEnd(txHash).catch(() => null)
        return receiptOf({ session, subscription, record: lock, chain, closing })
      }),
  }
}

/** The escrow is known by its code, and has to know the meter, before the account sends anything. */
async function stop(flow: ProgramFlow, lock: SignatureLock): Promise<Hex> {
  const wallet = await flow.wallet()
  const opening = await wallet.readOpening(lock)
  if (!opening.isKnown)
    throw new AuthoriseError('asked_changed', 'The escrow of this network does not know this meter.')
  const hash = await wallet.stopMeter(lock.escrow, lock.terms)
  await awaitStop(wallet, lock, flow)
  return hash
}
