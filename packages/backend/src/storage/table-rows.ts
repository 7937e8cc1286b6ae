import type { Value } from './engine.ts'
import { type RowCodec, rowCodec } from './row-codec.ts'
import type { SetDialect } from './set-dialect.ts'
import type { Statement } from './statements.ts'
import { type Entities, TABLES, type TableName } from './tables.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** `stored` is the row as the database has it: null while it is to be inserted. */
type KnownRow<Entity> = { entity: Entity; values: readonly Value[]; stored: readonly Value[] | null }

/** The stored values of a row that is changed without a read: each of its columns may differ. */
const UNREAD: readonly Value[] = []

/** Columns that never change: the engine writes every index of an assigned column, changed or not. */
const FIXED = new Set(['id', 'merchantId', 'mode'])

/** The gathered changes of a table. `merchants` are those whose lists get rows. */
export type Gathered = { updates: Statement[]; inserts: Statement[]; merchants: string[] }

/**
 * One table in a transaction. A row that was read once is the same object each time. Inserts and updates are gathered,
 * and the unit of work writes them as sets before the next query of the table.
 */
export class TableRows<Table extends TableName> {
  readonly #table: Table
  readonly #unit: UnitOfWork
  readonly #codec: RowCodec<Entities[Table]>
  readonly #changing: number[]
  readonly #known = new Map<string, KnownRow<Entities[Table]>>()
  readonly #unwritten = new Set<KnownRow<Entities[Table]>>()

  constructor(unit: UnitOfWork, table: Table) {
    this.#unit = unit
    this.#table = table
    this.#codec = rowCodec(table)
    const { columns } = this.#codec
    this.#changing = columns.flatMap((column, place) => (FIXED.has(column) ? [] : [place]))
  }

  get isGathering(): boolean {
    return this.#unwritten.size > 0
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
    const { connection } = this.#unit
    const written = this.isGathering ? this.#unit.write() : this.#unit.writing
    if (written === null) return connection.run(sql, parameters)
    return written.then(() => connection.run(sql, parameters))
  }

  /** The response of a statement that changes rows without naming them. */
  async change({ sql, parameters }: Statement): Promise<Value[][]> {
    const changed = this.ask(sql, parameters)
    this.#known.clear()
    return changed
  }

  insert(entity: Entities[Table]): void {
    this.#gather({ entity, values: this.#codec.toValues(entity), stored: null })
  }

  update(entity: Entities[Table]): void {
    const values = this.#codec.toValues(entity)
    const row = this.#known.get(entity.id) ?? { entity, values, stored: UNREAD }
    this.#gather(Object.assign(row, { entity, values }))
  }

  /** Hands the gathered changes over, to be written now. */
  take(): Gathered {
    const inserted: (readonly Value[])[] = []
    const updated: (readonly Value[])[] = []
    const places = new Set<number>()
    for (const row of this.#unwritten) {
      const { stored, values } = row
      row.stored = values
      if (stored === null) {
        inserted.push(values)
        continue
      }
      const changed = this.#changing.filter(place => stored[place] !== values[place])
      if (changed.length > 0) updated.push(values)
      for (const place of changed) places.add(place)
    }
    this.#unwritten.clear()
    return {
      updates: this.#updates(
        updated,
        this.#changing.filter(place => places.has(place)),
      ),
      inserts: this.#inserts(inserted),
      merchants: TABLES[this.#table].listed ? inserted.map(([, merchant]) => merchant as string) : [],
    }
  }

  /** Another transaction begins, or a rollback undid the work since the last one. */
  forget(): void {
    // Most transactions touch few tables, and clearing costs something even where nothing is.
    if (this.#known.size === 0) return
    this.#known.clear()
    this.#unwritten.clear()
  }

  #gather(row: KnownRow<Entities[Table]>): void {
    this.#known.set(row.entity.id, row)
    this.#unwritten.add(row)
  }

  #load(values: readonly Value[]): Entities[Table] {
    const known = this.#known.get(values[0] as string)
    if (known !== undefined) return known.entity
    const entity = this.#codec.fromValues(values)
    this.#known.set(entity.id, { entity, values, stored: values })
    return entity
  }

  #inserts(rows: (readonly Value[])[]): Statement[] {
    const { sets, statements } = this.#unit.connection
    return inSets(rows, sets).map(set => ({
      sql: statements.insert(this.#table, set.length),
      parameters: sets.parameters(set),
    }))
  }

  /** By id, so that two transactions never wait for each other's rows. */
  #updates(rows: (readonly Value[])[], places: readonly number[]): Statement[] {
    const { sets, statements } = this.#unit.connection
    const ordered = rows.toSorted(([one], [other]) => ((one as string) < (other as string) ? -1 : 1))
    return inSets(ordered, sets).map(set => ({
      sql: statements.update(this.#table, places, set.length),
      parameters: sets.parameters(
        set.map(row => [...places.map(place => row[place] as Value), row[0] as Value]),
      ),
    }))
  }
}

function inSets<Row>(rows: readonly Row[], { most }: SetDialect): Row[][] {
  const sets: Row[][] = []
  for (let from = 0; from < rows.length; from += sets.at(-1)?.length ?? 0)
    sets.push(rows.slice(from, from + most(rows.length - from)))
  return sets
}
