/** How this service bills and guards itself, fixed at boot. */
export type ServiceConfig = {
  /** Basis points of every settlement that go to the fee recipient. */
  feeBps: number
  /** Local mode: embedded chain, `/_local` and clock routes exist. */
  local: boolean
  /** Guards `/_local`; null outside local mode. */
  adminToken: string | null
  /** Requests a second per merchant and mode; null for no limit. */
  rateLimit: number | null
  /** The ports that webhooks are sent to, at public addresses and by https; null where everything goes, in local mode. */
  webhookPorts: readonly number[] | null
}
