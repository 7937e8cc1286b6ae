import { properAddress } from '@per-second/protocol/keccak'
import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Address, Hex } from '@per-second/protocol/types'
import { isZeroAddress } from '../domain/is-zero-address.ts'
import { OptionError } from './option-error.ts'

/** Reads the text of an option. @throws {OptionError} naming the option */
export type Reader<Value> = (name: string, text: string) => Value

/** When a block counts: with this many blocks from it to the newest, itself included, or when the chain calls it so. */
export type Confirmations = number | 'safe' | 'finalized'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** @throws {OptionError} */
export function wholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value) || value < min || value > max)
    throw new OptionError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  return value
}

/** In its EIP-55 form. @throws {OptionError} */
export function address(name: string, text: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new OptionError(`${name} must be an address, 0x and 40 hexadecimal digits, not "${text}".`)
  const proper = properAddress(text as Address)
  if (proper === null)
    throw new OptionError(
      `${name}: the checksum of ${text} is wrong (EIP-55). Copy the address again, or write it in lower case.`,
    )
  if (isZeroAddress(proper))
    throw new OptionError(`${name} must not be the zero address, which has no owner.`)
  return proper
}

/** @throws {OptionError} */
export function bytes32(name: string, text: string): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new OptionError(`${name} must be 32 bytes, 0x and 64 hexadecimal digits, not "${text}".`)
  return text.toLowerCase() as Hex
}

/**
 * An http(s) address. It may hold a key, so that the message does not repeat it. Not a user and password: fetch refuses those, in an
 * error that repeats them.
 *
 * @throws {OptionError}
 */
export function httpAddress(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:\/\/[^/\\]/i.test(text))
    throw new OptionError(`${name} must be an address that begins with http:// or https://.`)
  const { username, password } = new URL(text)
  if (username !== '' || password !== '')
    throw new OptionError(`${name} must not hold a user name and a password.`)
  return text
}

/** An http(s) address that others are appended to, without a slash at its end. @throws {OptionError} */
export function baseAddress(name: string, text: string): string {
  const address = httpAddress(name, text)
  // Also an empty one, which parses to nothing.
  if (/[?#]/.test(address))
    throw new OptionError(`${name} must be an address without a query (?) and without a fragment (#).`)
  return address.replace(/\/+$/, '')
}

/** The length of a key that seals secrets. */
export const KEY_BYTES = 32

/** Such a key from base64, or null. Not by its length alone: Node skips foreign characters, and ends at the first `=`. */
export function bytesOfKey(text: string): Uint8Array | null {
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
}

/** A price in gwei with at most nine decimals, in wei. @throws {OptionError} */
export function gwei(name: string, text: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  const wei = whole === '' ? 0n : BigInt(whole + fraction.padEnd(9, '0'))
  if (wei === 0n)
    throw new OptionError(`${name} must be a price in gwei above 0, such as 30 or 0.05, not "${text}".`)
  return wei
}

/** An amount of AUSD with at most six decimals, in base units. @throws {OptionError} */
export function baseUnits(name: string, text: string): bigint {
  const amount = text.length > 30 ? null : baseUnitsFromUsd(text)
  if (amount === null)
    throw new OptionError(
      `${name} must be an amount of AUSD with at most six decimals, such as 0.05, not "${text}".`,
    )
  return amount
}

/** A number of days in milliseconds, or null for ever. */
export function daysInMillis(min: number, max: number): Reader<number | null> {
  return (name, text) => {
    if (text === 'forever') return null
    const days = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (days >= min && days <= max) return days * 86_400_000
    throw new OptionError(`${name} must be "forever" or a whole number from ${min} to ${max}, not "${text}".`)
  }
}

export function confirmations(name: string, text: string): Confirmations {
  if (text === 'safe' || text === 'finalized') return text
  if (/^\d+$/.test(text)) return wholeNumber(name, text, { min: 1, max: 10_000 })
  throw new OptionError(`${name} must be a number of blocks, "safe" or "finalized", not "${text}".`)
}

export function logLevel(name: string, text: string): string {
  if (LOG_LEVELS.includes(text)) return text
  throw new OptionError(`${name} must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`)
}
