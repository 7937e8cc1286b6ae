import { type Address, formatUnits, isAddress } from 'viem'

/** Typed data as it arrives in `eth_signTypedData_v4`. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** A payment authorisation in words, for the dialog. */
export type Payment = {
  /** Exact, never rounded: `$0.9972`, or base units of a token that is not AUSD. */
  amount: string
  to: Address
  deadline: string
  contract: Address
}

const AUSD_DECIMALS = 6
const PAYMENT_TYPES = ['ReceiveWithAuthorization', 'TransferWithAuthorization']

/** Largest instant a JavaScript date can show, in unix seconds. */
const LAST_INSTANT = 8_640_000_000_000n

/**
 * The payment that typed data authorises (ERC-3009), or null for other typed data. `token` is the AUSD of this chain.
 */
export function describePayment(typedData: TypedData, token: Address, now: Date): Payment | null {
  const { to, value, validBefore } = typedData.message
  const contract = typedData.domain.verifyingContract
  if (!PAYMENT_TYPES.includes(typedData.primaryType) || !isAccount(to) || !isAccount(contract)) return null
  const units = toUnits(value)
  const until = toUnits(validBefore)
  if (units === null || until === null) return null
  const isAusd = contract.toLowerCase() === token.toLowerCase()
  return {
    amount: isAusd ? formatAusd(units) : `${units} base units`,
    to,
    deadline: describeDeadline(until, now),
    contract,
  }
}

/** Base units of AUSD as dollars, exact and with no fewer than two decimals: `$1,234.50`. */
export function formatAusd(units: bigint): string {
  const [whole = '0', fraction = ''] = formatUnits(units, AUSD_DECIMALS).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `$${grouped}.${fraction.padEnd(2, '0')}`
}

function describeDeadline(until: bigint, now: Date): string {
  if (until > LAST_INSTANT) return 'No deadline'
  const instant = new Date(Number(until) * 1000)
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(instant)
  const minutes = Math.round((instant.getTime() - now.getTime()) / 60_000)
  if (minutes <= 0) return `${words} (has passed)`
  const relative = new Intl.RelativeTimeFormat('en')
  if (minutes < 120) return `${words} (${relative.format(minutes, 'minute')})`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${words} (${relative.format(hours, 'hour')})` : words
}

function isAccount(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value, { strict: false })
}

function toUnits(value: unknown): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  try {
    const units = BigInt(value)
    return units >= 0n ? units : null
  } catch {
    return null
  }
}
