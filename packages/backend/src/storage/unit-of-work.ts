import type { Connection } from './engine.ts'
import { TableRows } from './table-rows.ts'
import { TABLES, type TableName } from './tables.ts'

const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** What one transaction has read and is to write, by table. */
export class UnitOfWork {
  readonly connection: Connection
  readonly #tables: { [Table in TableName]?: TableRows<Table> } = {}

  constructor(connection: Connection) {
    this.connection = connection
  }

  of<Table extends TableName>(table: Table): TableRows<Table> {
    const tables: { [Name in Table]?: TableRows<Name> } = this.#tables
    tables[table] ??= new TableRows(this.connection, table)
    return tables[table]
  }

  /** Writes what was gathered, table after table in one order, so that two transactions never wait for each other. */
  async write(): Promise<void> {
    for (const table of TABLE_NAMES) {
      const writing = this.#tables[table]?.write()
      if (writing) await writing
    }
  }

  /** Another transaction begins on the same connection, or this one is rolled back. */
  forget(): void {
    for (const table of TABLE_NAMES) this.#tables[table]?.forget()
  }
}
