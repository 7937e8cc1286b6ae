import type { Connection } from './engine.ts'
import type { Statement } from './statements.ts'
import { type Gathered, TableRows } from './table-rows.ts'
import { TABLES, type TableName } from './tables.ts'

const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** A merchant's row is the lock: every engine has those, and a unit that waits for an unchanged row does not collide. */
const PLACE = 'select 1 from merchants where id = any($1) order by id for update'

/** The rows that one transaction has read and is to write, by table. */
export class UnitOfWork {
  readonly connection: Connection
  /** Resolves when the rows that were gathered before are written. Null before any. */
  writing: Promise<void> | null = null
  readonly #placed = new Set<string>()
  /** In the order in which they are written. */
  readonly #tables: Map<TableName, TableRows<TableName>>

  constructor(connection: Connection) {
    this.connection = connection
    this.#tables = new Map(TABLE_NAMES.map(table => [table, new TableRows(this, table)]))
  }

  of<Table extends TableName>(table: Table): TableRows<Table> {
    return this.#tables.get(table) as unknown as TableRows<Table>
  }

  /** Writes the gathered rows of all tables, or returns null when there is no wait. */
  write(): Promise<void> | null {
    const gathering = [...this.#tables.values()].filter(rows => rows.isGathering)
    if (gathering.length > 0) {
      const gathered = gathering.map(rows => rows.take())
      this.writing = this.#send(gathered, this.writing)
    }
    return this.writing
  }

  /** Another transaction begins on the same connection, or this one is rolled back. */
  forget(): void {
    this.writing = null
    this.#placed.clear()
    for (const rows of this.#tables.values()) rows.forget()
  }

  /**
   * Table after table in one order, so that two transactions never wait for each other. Rows of lists come last:
   * another writer to the same lists waits from here until the commit.
   */
  async #send(gathered: Gathered[], before: Promise<void> | null): Promise<void> {
    const listing = gathered.filter(({ merchants }) => merchants.length > 0)
    const others = gathered.filter(({ merchants }) => merchants.length === 0)
    const statements = [
      ...gathered.flatMap(({ updates }) => updates),
      ...others.flatMap(({ inserts }) => inserts),
      ...this.#place(listing.flatMap(({ merchants }) => merchants)),
      ...listing.flatMap(({ inserts }) => inserts),
    ]
    // Sent at once: a connection works in the order of its queries.
    const sent = statements.map(async ({ sql, parameters }) => this.connection.run(sql, parameters))
    await Promise.all([before, ...sent])
  }

  /**
   * Blocks other writers to these merchants' lists until this transaction has ended, so that positions are taken in the
   * order of commits.
   */
  #place(merchants: readonly string[]): Statement[] {
    if (this.connection.sets.placed) return []
    const more = [...new Set(merchants)].filter(id => !this.#placed.has(id))
    for (const id of more) this.#placed.add(id)
    return more.length === 0 ? [] : [{ sql: PLACE, parameters: [more] }]
  }
}
