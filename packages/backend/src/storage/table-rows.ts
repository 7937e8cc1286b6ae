import type { Connection, Value } from './engine.ts'
import { type RowCodec, rowCodec } from './row-codec.ts'
import type { SetDialect } from './set-dialect.ts'
import type { Statement } from './statements.ts'
import { type Entities, TABLES, type TableName } from './tables.ts'

/** `stored` is the row as the database has it: null while it is to be inserted. */
type KnownRow<Entity> = { entity: Entity; values: readonly Value[]; stored: readonly Value[] | null }

/** Columns that never change: the engine writes every index of an assigned column, changed or not. */
const FIXED = new Set(['id', 'merchantId', 'mode'])

/**
 * One table in a transaction. A row that was read once is the same object each time. Inserts and updates are gathered,
 * and written as sets before the next query of the table.
 */
export class TableRows<Table extends TableName> {
  readonly #table: Table
  readonly #connection: Connection
  readonly #codec: RowCodec<Entities[Table]>
  readonly #changing: number[]
  readonly #place: (merchants: readonly string[]) => Promise<void> | null
  readonly #known = new Map<string, KnownRow<Entities[Table]>>()
  readonly #unwritten = new Set<KnownRow<Entities[Table]>>()
  #writing: Promise<void> | null = null

  /** @param place called with the merchants to whose lists rows are to be added, before they are */
  constructor(
    connection: Connection,
    table: Table,
    place: (merchants: readonly string[]) => Promise<void> | null,
  ) {
    this.#place = place
    this.#connection = connection
    this.#table = table
    this.#codec = rowCodec(table)
    const { columns } = this.#codec
    this.#changing = columns.flatMap((column, place) => (FIXED.has(column) ? [] : [place]))
  }

  /** Whether there is something to write, or something that was written is waited for. */
  get isGathering(): boolean {
    return this.#unwritten.size > 0 || this.#writing !== null
  }

  get(id: string): Entities[Table] | null {
    return this.#known.get(id)?.entity ?? null
  }

  /** The rows of a statement over this table's columns. */
  async find(sql: string, parameters: readonly unknown[]): Promise<Entities[Table][]> {
    const found = this.ask(sql, parameters)
    // Not awaited where there is nothing to wait for: readers of the same snapshot ask for the same rows at the same time.
    return (found instanceof Promise ? await found : found).map(values => this.#load(values))
  }

  /** The response of a statement that changes nothing. */
  ask(sql: string, parameters: readonly unknown[]): Value[][] | Promise<Value[][]> {
    const written = this.write()
    if (written === null) return this.#connection.run(sql, parameters)
    return written.then(() => this.#connection.run(sql, parameters))
  }

  /** The response of a statement that changes rows without naming them. */
  async change({ sql, parameters }: Statement): Promise<Value[][]> {
    await this.write()
    this.#known.clear()
    return this.#connection.run(sql, parameters)
  }

  async insert(entity: Entities[Table]): Promise<void> {
    // The database itself refuses the second of two rows.
    if (this.#known.has(entity.id)) await this.write()
    const row = { entity, values: this.#codec.toValues(entity), stored: null }
    this.#known.set(entity.id, row)
    this.#unwritten.add(row)
  }

  async update(entity: Entities[Table]): Promise<void> {
    const values = this.#codec.toValues(entity)
    const row = this.#known.get(entity.id)
    if (row === undefined) {
      await this.write()
      await this.#send(this.#updates([values], this.#changing), null)
      return
    }
    row.entity = entity
    row.values = values
    this.#unwritten.add(row)
  }

  /** Writes the gathered rows, or returns null when there is no wait. */
  write(): Promise<void> | null {
    if (this.#unwritten.size > 0) this.#writing = this.#writeAll(this.#writing)
    return this.#writing
  }

  /** Writes the gathered rows that are in no list. */
  writeUnlisted(): Promise<void> | null {
    if (!TABLES[this.#table].listed) return this.write()
    if (this.#unwritten.size > 0) this.#writing = this.#send(this.#take('updated'), this.#writing)
    return this.#writing
  }

  /** The merchants to whose lists `write` will add. */
  listing(): string[] {
    if (!TABLES[this.#table].listed) return []
    return [...this.#unwritten].flatMap(({ stored, values }) =>
      stored === null ? [values[1] as string] : [],
    )
  }

  async #writeAll(before: Promise<void> | null): Promise<void> {
    const placed = this.#place(this.listing())
    await Promise.all([placed, this.#send(this.#take(), before)])
  }

  /** Another transaction begins, or a rollback undid the work since the last one. */
  forget(): void {
    // Most transactions touch few tables, and clearing costs something even where nothing is.
    if (this.#known.size === 0 && this.#writing === null) return
    this.#known.clear()
    this.#unwritten.clear()
    this.#writing = null
  }

  #load(values: readonly Value[]): Entities[Table] {
    const known = this.#known.get(values[0] as string)
    if (known !== undefined) return known.entity
    const entity = this.#codec.fromValues(values)
    this.#known.set(entity.id, { entity, values, stored: values })
    return entity
  }

  #take(only?: 'updated'): Statement[] {
    const inserted: (readonly Value[])[] = []
    const updated: (readonly Value[])[] = []
    const places = new Set<number>()
    for (const row of this.#unwritten) {
      const { stored, values } = row
      if (stored === null && only) continue
      this.#unwritten.delete(row)
      row.stored = values
      if (stored === null) {
        inserted.push(values)
        continue
      }
      const changed = this.#changing.filter(place => stored[place] !== values[place])
      if (changed.length > 0) updated.push(values)
      for (const place of changed) places.add(place)
    }
    return [
      ...this.#updates(
        updated,
        this.#changing.filter(place => places.has(place)),
      ),
      ...this.#inserts(inserted),
    ]
  }

  #inserts(rows: (readonly Value[])[]): Statement[] {
    const { sets, statements } = this.#connection
    return inSets(rows, sets).map(set => ({
      sql: statements.insert(this.#table, set.length),
      parameters: sets.parameters(set),
    }))
  }

  /** By id, so that two transactions never wait for each other's rows. */
  #updates(rows: (readonly Value[])[], places: readonly number[]): Statement[] {
    const { sets, statements } = this.#connection
    const ordered = rows.toSorted(([one], [other]) => ((one as string) < (other as string) ? -1 : 1))
    return inSets(ordered, sets).map(set => ({
      sql: statements.update(this.#table, places, set.length),
      parameters: sets.parameters(
        set.map(row => [...places.map(place => row[place] as Value), row[0] as Value]),
      ),
    }))
  }

  async #send(statements: readonly Statement[], before: Promise<void> | null): Promise<void> {
    // Sent at once: a connection works in the order of its queries.
    await Promise.all([
      before,
      ...statements.map(async ({ sql, parameters }) => this.#connection.run(sql, parameters)),
    ])
  }
}

function inSets<Row>(rows: readonly Row[], { most }: SetDialect): Row[][] {
  const sets: Row[][] = []
  for (let from = 0; from < rows.length; from += sets.at(-1)?.length ?? 0)
    sets.push(rows.slice(from, from + most(rows.length - from)))
  return sets
}
