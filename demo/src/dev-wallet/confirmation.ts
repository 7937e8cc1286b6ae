import type { WalletPrompt } from '@per-second/authorise/testing'
import { type Address, type Hex, hexToString, stringToHex } from 'viem'

/** Typed data as it arrives in `eth_signTypedData_v4`. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** The question to the person. */
export type Confirmation =
  | { kind: 'connect'; origin: string; address: Address }
  | { kind: 'message'; origin: string; text: string }
  | { kind: 'typed_data'; origin: string; typedData: TypedData }
  | { kind: 'network'; origin: string; name: string; chainId: number; rpcUrl: string }

/** The question behind a prompt, or null for a switch of networks, which needs none. */
export function confirmationOf(
  prompt: WalletPrompt,
  params: readonly unknown[],
  { origin, address }: { origin: string; address: Address },
): Confirmation | null {
  switch (prompt) {
    case 'connect':
      return { kind: 'connect', origin, address }
    case 'message':
      return { kind: 'message', origin, text: readableText(params[0] as Hex) }
    case 'typed_data':
      return { kind: 'typed_data', origin, typedData: JSON.parse(String(params[1])) }
    case 'add': {
      const { chainId, chainName, rpcUrls } = Object(params[0])
      return {
        kind: 'network',
        origin,
        name: String(chainName ?? chainId),
        chainId: Number(chainId),
        rpcUrl: String(rpcUrls?.[0]),
      }
    }
    case 'switch':
      return null
    case 'transaction':
      throw Object.assign(new Error('The dev wallet sends no transactions.'), { code: 4200 })
  }
}

/** Bytes that are no text are shown as bytes. */
function readableText(raw: Hex): string {
  const text = hexToString(raw)
  return stringToHex(text) === raw.toLowerCase() ? text : raw
}
