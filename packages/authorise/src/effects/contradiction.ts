import { compareDecimals, exactCost, rateInTermsUnits } from '@per-second/protocol/money'
import type { Subscription } from '@per-second/protocol/types'
import { depositOf, recordOf } from '../machine/signature-lock.ts'
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
  ports: Pick<Ports, 'deviceNow' | 'monotonicNow'>,
  readBlock: () => Promise<number | null>,
): Promise<MeterContradiction | null> {
  // Once the meter was seen open with this signature, another subscription cannot belong to the session.
  const record = lock?.isKnown ? lock : recordOf({ lock, session })
  if (!record?.signedAt) return null
  const ratePerSecond = BigInt(record.terms.rate_per_second)
  const signed = {
    chainId: record.chainId,
    ratePerSecond,
    maxSeconds: record.terms.max_seconds,
    depositBaseUnits: depositOf(record.terms),
    subscription: record.subscription,
    session: session.id,
    product: session.product.id,
    allowPause: session.product.allow_pause,
    signedAt: record.signedAt,
  }
  const untrue = sessionContradiction(session, ratePerSecond, record.terms.max_seconds)
  if (untrue) return untrue
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

/** The card takes rate and maximum duration from the session. */
function sessionContradiction(
  { product, max_duration_seconds: maximum, max_escrow_usd: amount }: Checkout['session'],
  ratePerSecond: bigint,
  maxSeconds: number,
): MeterContradiction | null {
  const { rate_usd_per_second: rate } = product
  if (rateInTermsUnits(rate) !== ratePerSecond) return 'rate_usd_per_second'
  if (maximum !== null && maximum !== maxSeconds) return 'max_duration_seconds'
  const isExact = amount === null || compareDecimals(amount, exactCost(rate, maxSeconds)) === 0
  return isExact ? null : 'max_escrow_usd'
}
