import type { Connection } from './engine.ts'
import { TableRows } from './table-rows.ts'
import { TABLES, type TableName } from './tables.ts'

const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** A merchant's row is the lock: every engine has those, and a unit that waits for an unchanged row does not collide. */
const PLACE = 'select 1 from merchants where id = any($1) order by id for update'

/** The rows that one transaction has read and is to write, by table. */
export class UnitOfWork {
  readonly connection: Connection
  readonly #placing = new Set<string>()
  /** In the order in which they are written. */
  readonly #tables: Map<TableName, TableRows<TableName>>

  constructor(connection: Connection) {
    this.connection = connection
    const place = (merchants: readonly string[]) => this.#place(merchants)
    this.#tables = new Map(TABLE_NAMES.map(table => [table, new TableRows(connection, table, place)]))
  }

  of<Table extends TableName>(table: Table): TableRows<Table> {
    return this.#tables.get(table) as unknown as TableRows<Table>
  }

  /**
   * Writes the gathered rows, table after table in one order, so that two transactions never wait for each other. Rows
   * of lists come last: another writer to the same lists waits from here until the commit.
   */
  async write(): Promise<void> {
    const gathered = [...this.#tables.values()].filter(rows => rows.isGathering)
    const unlisted = gathered.map(rows => rows.writeUnlisted())
    const placing = this.#place(gathered.flatMap(rows => rows.listing()))
    await Promise.all([...unlisted, placing, ...gathered.map(rows => rows.write())])
  }

  /** Another transaction begins on the same connection, or this one is rolled back. */
  forget(): void {
    this.#placing.clear()
    for (const rows of this.#tables.values()) rows.forget()
  }

  /**
   * Blocks other writers to these merchants' lists until this transaction has ended, so that positions are taken in the
   * order of commits.
   */
  #place(merchants: readonly string[]): Promise<void> | null {
    if (this.connection.sets.placed) return null
    const more = [...new Set(merchants)].filter(id => !this.#placing.has(id))
    if (more.length === 0) return null
    for (const id of more) this.#placing.add(id)
    return Promise.resolve(this.connection.run(PLACE, [more])).then(() => {})
  }
}
