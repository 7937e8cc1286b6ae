import pg from 'pg'
import { type DatabaseClock, TIME } from './database-clock.ts'
import { answerOf } from './postgres-answer.ts'

/** A lease as its holder knows it. `token` grows with every change of hands, which identifies an old holder. */
export type HeldLease = { id: string; token: number; holder: string }

/** The holder of a lease, and its seconds from now, which are below 0 after its time. */
export type LeaseState = { holder: string; token: number; expired: boolean; secondsLeft: number }

export type Leases = ReturnType<typeof createLeases>

/**
 * Leases by the database's own real time, so that processes need not agree on a clock. Every query without a response throws `StorageError` `unavailable`. Every response sets the clock.
 *
 * @param settings the start of each query where its connection may be another's next (`settingsOf`), or an empty text
 */
export function createLeases(pool: pg.Pool, clock: Pick<DatabaseClock, 'heard'>, settings: string) {
  const query = async <Row extends object>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> => {
    if (settings === '') return pool.query<Row>(text, values)
    const client = await pool.connect()
    try {
      const queries = [
        client.query(`begin isolation level read committed${settings}`),
        client.query<Row>(text, values),
        client.query('commit'),
      ]
      const [, answer] = await Promise.all(queries)
      client.release()
      return answer as pg.QueryResult<Row>
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const ask = async <Row extends object>(text: string, values: unknown[]): Promise<Row | undefined> => {
    const sentAt = performance.now()
    const { rows } = await answerOf(query<Row & { time: number }>(text, values))
    const [row] = rows
    if (row) clock.heard(row.time / 1_000, sentAt)
    return row
  }
  return {
    /** Takes the lease when it is free, or its time is over. */
    take: async (id: string, holder: string, seconds: number): Promise<HeldLease | null> => {
      // By itself: `on conflict … do update` looks at one of the table's unique indexes only, and two that come first would fail at another.
      await answerOf(
        query(
          `insert into leases (id, token, holder, expires_at) values ($1, 0, '', now()) on conflict do nothing`,
          [id],
        ),
      )
      const taken = await ask<{ token: number }>(
        `update leases set token = token + 1, holder = $2, expires_at = now() + make_interval(secs => $3)
        where id = $1 and expires_at <= now()
        returning token, ${TIME}`,
        [id, holder, seconds],
      )
      return taken ? { id, token: taken.token, holder } : null
    },
    /** False when another process has it. */
    renew: async ({ id, token }: HeldLease, seconds: number) => {
      const renewed = await ask(
        `update leases set expires_at = now() + make_interval(secs => $3) where id = $1 and token = $2 returning ${TIME}`,
        [id, token, seconds],
      )
      return renewed !== undefined
    },
    /** Lets go at once, if it is still held. */
    release: async ({ id, token }: HeldLease) => {
      await ask(`update leases set expires_at = now() where id = $1 and token = $2 returning ${TIME}`, [
        id,
        token,
      ])
    },
    read: async (id: string): Promise<LeaseState | null> => {
      const row = await ask<{ token: number | null; holder: string; expired: boolean; left_over: string }>(
        `select token, holder, expires_at <= now() as expired, extract(epoch from expires_at - now()) as left_over, ${TIME} from (select $1) as asked (id) left join leases using (id)`,
        [id],
      )
      if (!row || row.token === null) return null
      const { token, holder, expired, left_over } = row
      return { token, holder, expired, secondsLeft: Number(left_over) }
    },
  }
}

/**
 * A statement that finds a row while the lease is held, and keeps it from changing hands until the transaction has ended. It may be
 * renewed meanwhile: its time is not of its keys, its token is.
 */
export function confirmationOf({ id, token }: HeldLease): string {
  return `select 1 from leases where id = ${pg.escapeLiteral(id)} and token = ${token} for key share`
}
