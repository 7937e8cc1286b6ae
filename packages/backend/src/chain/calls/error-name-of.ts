import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Hex } from '@per-second/protocol/types'
import { formatAbiItem, toFunctionSelector } from 'viem/utils'
import { tokenAbi } from '../token-abi.ts'

/**
 * The escrow's or the token's error that a call reverted with, or null for any other. The name alone: a token's
 * arguments may differ from ours, its selector decides.
 */
export function errorNameOf(data: Hex): string | null {
  const errors = [...meterEscrowAbi, ...tokenAbi].filter(item => item.type === 'error')
  const selector = data.slice(0, 10).toLowerCase()
  return errors.find(error => toFunctionSelector(formatAbiItem(error)) === selector)?.name ?? null
}
