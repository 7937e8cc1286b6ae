import { sql } from 'kysely'
import type { Connection, Database } from './engine.ts'
import { StorageError } from './storage-error.ts'

/** A lease as its holder knows it. `token` grows with every change of hands: an old holder is told by it. */
export type HeldLease = { id: string; token: number; holder: string }

/** Who holds a lease, whether or not its time is over. */
export type LeaseState = { holder: string; token: number; expired: boolean }

/** Leases by the database's own real time, so that processes need not agree on a clock. */
export type Leases = {
  /** Takes the lease when nobody holds it, its time is over, or `from` holds it: a holder known to have ended. */
  take(id: string, holder: string, seconds: number, from?: string): Promise<HeldLease | null>
  /** False when somebody else has it. */
  renew(lease: HeldLease, seconds: number): Promise<boolean>
  /** Lets go at once, if it is still held. */
  release(lease: HeldLease): Promise<void>
  look(id: string): Promise<LeaseState | null>
  /**
   * Inside a unit of work: keeps the lease from changing hands until the unit has ended.
   *
   * @throws {StorageError} `lease_lost`
   */
  confirm(connection: Connection, lease: HeldLease): Promise<void>
}

type LeaseRow = { token: number; holder: string; expired: boolean }

export function createLeases(database: Database): Leases {
  return {
    take: async (id, holder, seconds, from = '') => {
      const until = sql`now() + make_interval(secs => ${seconds})`
      const { rows } = await sql<LeaseRow>`
        insert into leases (id, token, holder, expires_at) values (${id}, 1, ${holder}, ${until})
        on conflict (id) do update
        set token = leases.token + 1, holder = excluded.holder, expires_at = excluded.expires_at
        where leases.expires_at <= now() or leases.holder = ${from}
        returning token`.execute(database)
      const [row] = rows
      return row ? { id, token: row.token, holder } : null
    },
    renew: async ({ id, token }, seconds) => {
      const { numAffectedRows } = await sql`
        update leases set expires_at = now() + make_interval(secs => ${seconds})
        where id = ${id} and token = ${token}`.execute(database)
      return numAffectedRows === 1n
    },
    release: async ({ id, token }) => {
      await sql`update leases set expires_at = now() where id = ${id} and token = ${token}`.execute(database)
    },
    look: async id => {
      const { rows } = await sql<LeaseRow>`
        select token, holder, expires_at <= now() as expired from leases where id = ${id}`.execute(database)
      return rows[0] ?? null
    },
    confirm: async ({ run }, { id, token }) => {
      const held = await run('select 1 from leases where id = $1 and token = $2 for share', [id, token])
      if (held.length === 0)
        throw new StorageError('lease_lost', 'Another process has taken over: this one does nothing more.')
    },
  }
}
