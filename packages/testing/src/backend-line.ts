import type { Address } from '@per-second/protocol/types'

/**
 * The line that a local backend prints with `--json` when it is ready. Its keys and token are for servers and tests,
 * never for a page.
 */
export type BackendLine = {
  url: string
  chain: { rpc_url: string; chain_id: number; token: Address; escrow: Address; live_escrow: Address }
  merchant: { id: string; name: string; test_key: string; live_key: string }
  admin_token: string
}
