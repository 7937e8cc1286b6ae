import type { Subscription } from '@per-second/protocol/types'
import { recordOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import { type Clocks, type MeterContradiction, meterContradiction } from '../meter/refused-meter.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'

/**
 * The field of a subscription, or of its session, that contradicts the terms signed here. Null if there is none, or if this browser
 * has no record of a signature. The chain's time is read only if it decides.
 */
export async function contradictionOf(
  { session, lock }: Pick<Checkout, 'session' | 'lock'>,
  { value: subscription, clock }: Answer<Subscription>,
  {
    ports,
    readBlock,
  }: { ports: Pick<Ports, 'deviceNow' | 'monotonicNow'>; readBlock: () => Promise<number | null> },
): Promise<MeterContradiction | null> {
  // Once the meter was seen open with this signature, another subscription cannot belong to the session.
  const record = lock?.isKnown ? lock : recordOf({ lock, session })
  if (!record?.signedAt) return null
  const signed = { session, record: { ...record, signedAt: record.signedAt } }
  const clocks: Clocks = {
    wall: ports.deviceNow(),
    monotonicMs: ports.monotonicNow(),
    billing: clock?.now ?? null,
    block: null,
  }
  const found = meterContradiction(subscription, signed, clocks)
  if (found !== 'elapsed_seconds') return found
  const block = await readBlock().catch(() => null)
  return block === null ? found : meterContradiction(subscription, signed, { ...clocks, block })
}
