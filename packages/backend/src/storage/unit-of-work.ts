import type { Connection } from './engine.ts'
import { TableRows } from './table-rows.ts'
import { TABLES, type TableName } from './tables.ts'

const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** A merchant's row is the lock: every engine has those, and a unit that waits for one which nobody has changed does not collide. */
const PLACE = 'select 1 from merchants where id = any($1) order by id for update'

/** What one transaction has read and is to write, by table. */
export class UnitOfWork {
  readonly connection: Connection
  readonly #placing = new Set<string>()
  readonly #tables: { [Table in TableName]?: TableRows<Table> } = {}

  constructor(connection: Connection) {
    this.connection = connection
  }

  of<Table extends TableName>(table: Table): TableRows<Table> {
    const tables: { [Name in Table]?: TableRows<Name> } = this.#tables
    tables[table] ??= new TableRows(this.connection, table, merchants => this.#place(merchants))
    return tables[table]
  }

  /**
   * Writes what was gathered, table after table in one order, so that two transactions never wait for each other. What is added to
   * lists comes last: whoever adds to the same ones waits from here until the commit.
   */
  async write(): Promise<void> {
    const unlisted = TABLE_NAMES.map(table => this.#tables[table]?.writeUnlisted())
    const placing = this.#place(TABLE_NAMES.flatMap(table => this.#tables[table]?.listing() ?? []))
    const listed = TABLE_NAMES.map(table => this.#tables[table]?.write())
    await Promise.all([...unlisted, placing, ...listed])
  }

  /** Another transaction begins on the same connection, or this one is rolled back. */
  forget(): void {
    this.#placing.clear()
    for (const table of TABLE_NAMES) this.#tables[table]?.forget()
  }

  /** Lets nobody else add to these merchants' lists until this transaction has ended, so that positions are taken in the order of commits. */
  #place(merchants: readonly string[]): Promise<void> | null {
    if (this.connection.sets.placed) return null
    const more = [...new Set(merchants)].filter(id => !this.#placing.has(id))
    if (more.length === 0) return null
    for (const id of more) this.#placing.add(id)
    return Promise.resolve(this.connection.run(PLACE, [more])).then(() => {})
  }
}
