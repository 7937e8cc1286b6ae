import type { Authorisation } from '@per-second/protocol/types'
import { AuthoriseError } from '../errors/authorise-error.ts'
import type { Answer } from '../service/answer.ts'
import { pause } from '../service/pause.ts'
import { ServiceError } from '../service/service-error.ts'
import type { ProgramCheckout } from './checkout.ts'
import { createMeter, type Meter, requireTrue } from './meter.ts'
import { type MeterRecord, signedDeposit } from './meter-record.ts'

const REPEAT_MS = 1_000

/**
 * Submits the signature until the meter is open. A repeat acts once. After every other response it reads the escrow, and reports a deposit
 * that the escrow holds even if the service denies the meter.
 *
 * @throws {AuthoriseError} `meter_known` where the service denies a meter that the escrow holds, `refused_meter`, or a code of the service
 */
export async function submitSignature(checkout: ProgramCheckout, record: MeterRecord): Promise<Meter> {
  const { service, signal } = checkout
  const { draft, secret, email, signature } = record.lock
  checkout.signed = signedDeposit(record)
  if (signature === null) throw new Error('There is no signature to hand in.')
  if (record.token !== null) return createMeter(checkout, record, await checkout.session())
  const sessionId = (await checkout.session()).id
  for (;;) {
    const answer = await service
      .authorise(sessionId, { draft, secret, email, signature })
      .catch(error => refused(checkout, record, error))
    if (answer?.value.session.status === 'complete') return accepted(checkout, record, answer)
    await pause(REPEAT_MS, signal)
  }
}

async function accepted(
  checkout: ProgramCheckout,
  record: MeterRecord,
  { value, clock }: Answer<Authorisation>,
): Promise<Meter> {
  const { session, subscription, client_token: token, tx_hash: txHash } = value
  const { signedAt } = record.lock
  const lock = {
    ...record.lock,
    txHash,
    isKnown: true,
    signedAt: signedAt && { ...signedAt, billing: signedAt.billing ?? clock?.now ?? null },
  }
  const opened = await checkout.keeper.write({ lock, token })
  await requireTrue(checkout, { session, lock }, { value: subscription, clock })
  return createMeter(checkout, opened, session)
}

/** Null where the service goes on by itself and only could not say how far it is. */
async function refused(checkout: ProgramCheckout, { lock }: MeterRecord, error: unknown): Promise<null> {
  checkout.signal.throwIfAborted()
  const opening = await checkout
    .wallet()
    .then(wallet => wallet.readOpening(lock))
    .catch(() => null)
  if (error instanceof ServiceError && error.code === 'chain_unavailable') return null
  if (opening?.isKnown)
    throw new AuthoriseError(
      'meter_known',
      'The escrow holds the deposit, and the service denies the meter.',
      {
        cause: error,
      },
    )
  throw error
}
