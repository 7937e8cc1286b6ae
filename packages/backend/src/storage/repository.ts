import type { CompiledQuery, Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Scope } from '../domain/entities.ts'
import type { Database, Row } from './engine.ts'
import { createRowCodec } from './row-codec.ts'
import type { Page, PageRequest, Repository, ScopedRepository } from './storage.ts'
import { TABLES, type TableName } from './tables.ts'

export type Rows = ExpressionBuilder<Record<TableName, Row>, TableName>
export type Condition = (rows: Rows) => Expression<SqlBool>

/** A repository with the two queries its special look-ups are made of. */
export type QueryableRepository<T extends { id: string }> = Repository<T> & {
  first(condition: Condition): Promise<T | null>
  all(condition: Condition, order?: { by: string; limit?: number }): Promise<T[]>
  /** The smallest value of an integer column, or null when no row fits. */
  least(column: string, condition: Condition): Promise<number | null>
}

/** Get, insert and replace rows of one table. */
export function createRepository<T extends { id: string }>(
  database: Database,
  table: TableName,
): QueryableRepository<T> {
  const codec = createRowCodec<T>(table)
  const all: QueryableRepository<T>['all'] = async (condition, order = { by: 'id' }) => {
    let query = database
      .selectFrom(table)
      .selectAll()
      .where(rows => condition(rows as unknown as Rows))
      .orderBy(order.by)
      .orderBy('id')
    if (order.limit !== undefined) query = query.limit(order.limit)
    return (await query.execute()).map(row => codec.fromRow(row as Row))
  }
  const first: QueryableRepository<T>['first'] = async condition =>
    (await all(condition, { by: 'id', limit: 1 }))[0] ?? null

  // These three are most of all queries, so each is compiled once and then given its parameters, in the codec's column order.
  const blank: Row = Object.fromEntries(Object.keys(TABLES[table].columns).map(column => [column, '']))
  const selecting = once(() => database.selectFrom(table).selectAll().where('id', '=', '').compile())
  const inserting = once(() => database.insertInto(table).values(blank).compile())
  const updating = once(() => database.updateTable(table).set(blank).where('id', '=', '').compile())
  const run = (query: CompiledQuery, parameters: unknown[]) =>
    database.executeQuery<Row>({ ...(query as CompiledQuery<Row>), parameters })

  return {
    first,
    all,
    least: async (column, condition) => {
      const row = await database
        .selectFrom(table)
        .select(rows => rows.fn.min(column).as('least'))
        .where(rows => condition(rows as unknown as Rows))
        .executeTakeFirst()
      return row?.least == null ? null : Number(row.least)
    },
    get: async id => {
      const { rows } = await run(selecting(), [id])
      return rows[0] === undefined ? null : codec.fromRow(rows[0])
    },
    insert: async entity => {
      await run(inserting(), Object.values(codec.toRow(entity)))
    },
    update: async entity => {
      await run(updating(), [...Object.values(codec.toRow(entity)), entity.id])
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A repository of objects that belong to one merchant and mode, with keyset paging by id, newest first. */
export function createScopedRepository<T extends Scope & { id: string }, Filter = object>(
  database: Database,
  table: TableName,
  conditionsOf: (filter: Filter, rows: Rows) => Expression<SqlBool>[] = () => [],
): ScopedRepository<T, Filter> & QueryableRepository<T> {
  const repository = createRepository<T>(database, table)
  const codec = createRowCodec<T>(table)
  const inScope = (scope: Scope, rows: Rows) =>
    rows.and([rows('merchantId', '=', scope.merchantId), rows('mode', '=', scope.mode)])
  const find: ScopedRepository<T>['find'] = async (scope, id) => {
    const found = await repository.get(id)
    return found?.merchantId === scope.merchantId && found.mode === scope.mode ? found : null
  }

  const page = async (scope: Scope, request: PageRequest, filter: Filter | undefined): Promise<Page<T>> => {
    const { limit, startingAfter, endingBefore } = request
    const backwards = endingBefore !== undefined
    const found = await database
      .selectFrom(table)
      .selectAll()
      .where(untyped => {
        const rows = untyped as unknown as Rows
        const conditions = [inScope(scope, rows)]
        if (startingAfter !== undefined) conditions.push(rows('id', '<', startingAfter))
        if (endingBefore !== undefined) conditions.push(rows('id', '>', endingBefore))
        if (filter !== undefined) conditions.push(...(conditionsOf(filter, rows) as typeof conditions))
        return rows.and(conditions)
      })
      .orderBy('id', backwards ? 'asc' : 'desc')
      .limit(limit + 1)
      .execute()
    const data = found.slice(0, limit).map(row => codec.fromRow(row as Row))
    return { data: backwards ? data.reverse() : data, hasMore: found.length > limit }
  }

  return {
    ...repository,
    find,
    list: async (scope, request, filter) => {
      const cursor = request.startingAfter ?? request.endingBefore
      if (cursor !== undefined && (await find(scope, cursor)) === null) return null
      return page(scope, request, filter)
    },
  }
}
