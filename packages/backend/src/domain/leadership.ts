/** Which process of a database does its work. */
export type Leadership = {
  /** Whether this process does it now. */
  isLeader(): boolean
  /** Seconds since the process that leads was last heard of, or null with only one process. */
  leaseAge(): Promise<number | null>
}

/** A process that has its database to itself. */
export const ALONE: Leadership = { isLeader: () => true, leaseAge: async () => null }
