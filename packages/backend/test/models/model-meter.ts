/** A meter as it is promised, in whole seconds and base units, written without a look at the service's own. */
export type ModelMeter = {
  rate: bigint
  cap: number
  startedAt: number | null
  pausedAt: number | null
  pausedSeconds: number
  endedAt: number | null
  billedSeconds: number
  settled: bigint
  fee: bigint
  closed: boolean
}

export type ModelInvoice = {
  seconds: number
  gross: bigint
  fee: bigint
  periodStart: number
  periodEnd: number
}

export const SETTLE_EVERY = 3_600

/** After so many seconds a meter ends soon: a tenth is left, at most an hour and at least a minute. */
export function endingSecond(cap: number): number {
  return cap - Math.min(3_600, Math.max(60, Math.floor(cap / 10)))
}

const FEE_BPS = 100n
const PER_BASE_UNIT = 10n ** 12n

/** A decimal rate in units of 1e-18 AUSD. */
export function rateOf(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.')
  return BigInt(whole) * 10n ** 18n + BigInt(fraction.padEnd(18, '0'))
}

export function usdOf(baseUnits: bigint): string {
  const digits = String(baseUnits).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return digits.slice(0, -6) + (fraction === '' ? '' : `.${fraction}`)
}

export function elapsedAt(meter: ModelMeter, now: number): number {
  if (meter.startedAt === null) return 0
  const until = Math.min(meter.pausedAt ?? now, meter.endedAt ?? now, now)
  return Math.min(meter.cap, until - meter.startedAt - meter.pausedSeconds)
}

/** The total cost of so many seconds: whole base units, and the rest carries. */
export function dueFor(meter: ModelMeter, seconds: number): bigint {
  return (meter.rate * BigInt(seconds)) / PER_BASE_UNIT
}

/** The deposit in escrow: the most that can ever be charged, rounded up to a base unit. */
export function depositOf(meter: ModelMeter): bigint {
  return (meter.rate * BigInt(meter.cap) + PER_BASE_UNIT - 1n) / PER_BASE_UNIT
}

/** When a running meter has run so long, or null while it does not run. */
export function instantOf(meter: ModelMeter, seconds: number): number | null {
  if (meter.startedAt === null || meter.pausedAt !== null || meter.endedAt !== null) return null
  return meter.startedAt + meter.pausedSeconds + seconds
}

/** Charges up to a second: one invoice, its fee such that all fees are the floor on the total. */
export function settle(
  meter: ModelMeter,
  toSecond: number,
  periodEnd: number,
  earlier: ModelInvoice | undefined,
): ModelInvoice {
  const total = dueFor(meter, toSecond)
  const feeTotal = (total * FEE_BPS) / 10_000n
  const invoice = {
    seconds: toSecond - meter.billedSeconds,
    gross: total - meter.settled,
    fee: feeTotal - meter.fee,
    periodStart: earlier?.periodEnd ?? meter.startedAt ?? 0,
    periodEnd,
  }
  meter.billedSeconds = toSecond
  meter.settled = total
  meter.fee = feeTotal
  return invoice
}
