/** Which process of a database does its work. */
export type Leadership = {
  /** Whether this one does now. */
  leads(): boolean
  /** Seconds since whoever does it was last heard of; null where there is only one process. */
  leaseAge(): Promise<number | null>
}

/** A process that has its database to itself. */
export const ALONE: Leadership = { leads: () => true, leaseAge: async () => null }
