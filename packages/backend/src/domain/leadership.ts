/** The lease of what belongs to no operator: what falls due, webhooks, the escrow's log, forgetting. Each operator has one besides. */
export const COMMON_LEASE = 'common'

/** Which process of a database does its work. */
export type Leadership = {
  /** Every part of the work that is held by one process at a time, by its lease, and whether this process holds it now. */
  held(): Readonly<Record<string, boolean>>
  /** Seconds since whoever holds each was last heard of; none where there is only one process. */
  ages(): Promise<Readonly<Record<string, number>>>
}

/** A process that has its database to itself. */
export const ALONE: Leadership = { held: () => ({ [COMMON_LEASE]: true }), ages: async () => ({}) }
