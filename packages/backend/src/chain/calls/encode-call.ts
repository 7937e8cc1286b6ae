import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Hex } from '@per-second/protocol/types'
import { encodeFunctionData } from 'viem/utils'
import { signatureForToken } from '../accounts/undeployed-wallet.ts'
import type { EscrowCall } from '../chain.ts'
import { OPENING_SHARE } from './gas-limits.ts'

/** The calldata of an operator's call on the escrow. */
export function encodeCall(call: EscrowCall): Hex {
  const abi = meterEscrowAbi
  switch (call.kind) {
    case 'open':
      return encodeFunctionData({
        abi,
        functionName: 'open',
        args: [call.terms, signatureForToken(call.signature)],
      })
    case 'openBatch': {
      const terms = call.items.map(item => item.terms)
      const signatures = call.items.map(item => signatureForToken(item.signature))
      return encodeFunctionData({ abi, functionName: 'openBatch', args: [terms, signatures, OPENING_SHARE] })
    }
    case 'settle':
      return encodeFunctionData({ abi, functionName: 'settle', args: [call.terms, call.toSecond] })
    case 'close':
      return encodeFunctionData({ abi, functionName: 'close', args: [call.terms, call.toSecond] })
    case 'settleBatch':
    case 'closeBatch': {
      const terms = call.items.map(item => item.terms)
      const toSeconds = call.items.map(item => item.toSecond)
      return encodeFunctionData({ abi, functionName: call.kind, args: [terms, toSeconds] })
    }
  }
}
