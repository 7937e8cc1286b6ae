import type { Address } from 'viem'

/** Typed data as it arrives in `eth_signTypedData_v4`. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** What the person is asked. */
export type Confirmation =
  | { kind: 'connect'; origin: string; address: Address }
  | { kind: 'message'; origin: string; text: string }
  | { kind: 'typed_data'; origin: string; typedData: TypedData }
  | { kind: 'network'; origin: string; name: string; chainId: number; rpcUrl: string }

/** Puts a question to the person; true when confirmed. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>
