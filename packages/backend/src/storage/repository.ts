import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Scope } from '../domain/entities.ts'
import type { Connection, Row, Value } from './engine.ts'
import { rowCodec } from './row-codec.ts'
import type { Page, PageRequest, Repository, ScopedRepository } from './storage.ts'
import type { Entities, TableName } from './tables.ts'

export type Rows = ExpressionBuilder<Record<TableName, Row>, TableName>
export type Condition = (rows: Rows) => Expression<SqlBool>

/** A repository with the queries its special look-ups are made of. */
export type QueryableRepository<T extends { id: string }> = Repository<T> & {
  /** Those with these values: the look-ups of every day, compiled once. */
  matching(values: Row, orderBy?: string): Promise<T[]>
  all(condition: Condition, order?: { by: string; limit?: number }): Promise<T[]>
  /** The smallest value of an integer column, or null when no row fits. */
  least(column: string, condition: Condition): Promise<number | null>
}

/** Get, insert and replace rows of one table. A row that the transaction has seen is not asked for again, and of it only what differs is written. */
export function createRepository<Table extends TableName>(
  { database, run, statements, known: knownRows }: Connection,
  table: Table,
): QueryableRepository<Entities[Table]> {
  type T = Entities[Table]
  const { columns, fromValues, toValues } = rowCodec(table)
  const known = knownRows.of(table)
  const load = (values: Value[]): T => {
    const entity = fromValues(values)
    known.set(entity.id, values)
    return entity
  }
  const all: QueryableRepository<T>['all'] = async (condition, order = { by: 'id' }) => {
    let query = database
      .selectFrom(table as TableName)
      .select(columns)
      .where(rows => condition(rows as unknown as Rows))
      .orderBy(order.by)
      .orderBy('id')
    if (order.limit !== undefined) query = query.limit(order.limit)
    const { sql, parameters } = query.compile()
    return (await run(sql, parameters)).map(load)
  }

  return {
    all,
    matching: async (values, orderBy = 'id') => {
      const sql = statements.matching(table, Object.keys(values), orderBy)
      return (await run(sql, Object.values(values))).map(load)
    },
    least: async (column, condition) => {
      const { sql, parameters } = database
        .selectFrom(table as TableName)
        .select(rows => rows.fn.min(column).as('least'))
        .where(rows => condition(rows as unknown as Rows))
        .compile()
      const least = (await run(sql, parameters))[0]?.[0] ?? null
      return least === null ? null : Number(least)
    },
    get: async id => {
      const seen = known.get(id)
      if (seen) return fromValues(seen)
      const found = run(statements.of(table).select, [id])
      // Not awaited where there is nothing to wait for: readers of the same snapshot ask for the same rows at the same time.
      const [values] = found instanceof Promise ? await found : found
      return values === undefined ? null : load(values)
    },
    insert: async entity => {
      const values = toValues(entity)
      await run(statements.of(table).insert, values)
      known.set(entity.id, values)
    },
    update: async entity => {
      const { changing } = statements.of(table)
      const values = toValues(entity)
      const before = known.get(entity.id)
      const places = before ? changing.filter(place => values[place] !== before[place]) : changing
      if (places.length === 0) return
      await run(statements.update(table, places), [...places.map(place => values[place]), entity.id])
      if (before) known.set(entity.id, values)
    },
  }
}

/** The tables of objects that belong to one merchant and mode. */
type ScopedTable = {
  [Table in TableName]: Entities[Table] extends Scope & { created: number } ? Table : never
}[TableName]

/**
 * A repository of objects that belong to one merchant and mode, with keyset paging, newest first.
 *
 * @param age ids sort by creation, but for those that were reserved some time before: these sort by `created` first
 */
export function createScopedRepository<Table extends ScopedTable, Filter = object>(
  connection: Connection,
  table: Table,
  conditionsOf: (filter: Filter, rows: Rows) => Expression<SqlBool>[] = () => [],
  age: 'id' | 'created' = 'id',
): ScopedRepository<Entities[Table], Filter> & QueryableRepository<Entities[Table]> {
  type T = Entities[Table]
  const { database, run } = connection
  const repository = createRepository(connection, table)
  const { columns, fromValues } = rowCodec(table)
  const inScope = (scope: Scope, rows: Rows) =>
    rows.and([rows('merchantId', '=', scope.merchantId), rows('mode', '=', scope.mode)])
  const find: ScopedRepository<T>['find'] = async (scope, id) => {
    const found = await repository.get(id)
    return found?.merchantId === scope.merchantId && found.mode === scope.mode ? found : null
  }

  const page = async (
    scope: Scope,
    { limit, endingBefore }: PageRequest,
    cursor: T | null,
    filter: Filter | undefined,
  ): Promise<Page<T>> => {
    const backwards = endingBefore !== undefined
    const [beyond, direction] = backwards ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
    const isBeyond = ({ id, created }: T, rows: Rows) =>
      age === 'id'
        ? rows('id', beyond, id)
        : rows.or([
            rows('created', beyond, created),
            rows.and([rows('created', '=', created), rows('id', beyond, id)]),
          ])
    const { sql, parameters } = database
      .selectFrom(table as TableName)
      .select(columns)
      .where(untyped => {
        const rows = untyped as unknown as Rows
        const conditions = [inScope(scope, rows)]
        if (cursor !== null) conditions.push(isBeyond(cursor, rows) as (typeof conditions)[0])
        if (filter !== undefined) conditions.push(...(conditionsOf(filter, rows) as typeof conditions))
        return rows.and(conditions)
      })
      .orderBy(age, direction)
      .$if(age !== 'id', query => query.orderBy('id', direction))
      .limit(limit + 1)
      .compile()
    const found = await run(sql, parameters)
    const data = found.slice(0, limit).map(fromValues)
    return { data: backwards ? data.reverse() : data, hasMore: found.length > limit }
  }

  return {
    ...repository,
    find,
    list: async (scope, request, filter) => {
      const asked = request.startingAfter ?? request.endingBefore
      const cursor = asked === undefined ? null : await find(scope, asked)
      if (asked !== undefined && cursor === null) return null
      return page(scope, request, cursor, filter)
    },
  }
}
