import type { Address } from 'viem'

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

/** Puts a question to the person. True when confirmed. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>
