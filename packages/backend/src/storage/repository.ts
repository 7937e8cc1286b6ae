import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Scope } from '../domain/entities.ts'
import { POSITIONS_PER_BLOCK } from './columns.ts'
import type { Row, Value } from './engine.ts'
import { isPending } from './pending.ts'
import { rowCodec } from './row-codec.ts'
import type { Query } from './statements.ts'
import type { Page, PageRequest, Repository, ScopedRepository } from './storage.ts'
import type { Entities, TableName } from './tables.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export type Rows = ExpressionBuilder<Record<TableName, Row>, TableName>

type Operator = '=' | '<' | '<=' | '>' | '>=' | 'is' | 'is not'

/** Which rows a query reads, and in which order. Each part narrows the rows, and none means all of them. */
export type Search<T, Args extends object = object> = {
  /** Columns with these values. */
  equal?: { [Column in keyof T & string]?: Value }
  where?: readonly (readonly [column: keyof T & string, operator: Operator, value: Value])[]
  /** A column with one of a list. */
  among?: readonly [column: keyof T & string, list: readonly string[]]
  /** Pending rows only, by the indexes that have no others. */
  pending?: true
  /** Any other condition: one name for one text. */
  also?: { name: string; args: Args; fits: (rows: Rows, args: Args) => Expression<SqlBool> }
  /** The column of the order, before the id (default: the id alone). */
  by?: keyof T & string
  direction?: 'asc' | 'desc'
  limit?: number
}

/** The queries that a table's special look-ups are made of, each compiled once, and its repository without them. */
export type Queries<T extends { id: string }, Rows = Repository<T>> = {
  rows: Rows
  all<Args extends object>(search: Search<T, Args>): Promise<T[]>
  /** The smallest, or the greatest, value of an integer column, or null when no row fits. */
  least(column: keyof T & string, search: Search<T>): Promise<number | null>
  greatest(column: keyof T & string, search: Search<T>): Promise<number | null>
  remove(ids: readonly string[]): Promise<void>
}

/** Get, insert and replace rows of one table. */
export function createRepository<Table extends TableName>(
  unit: UnitOfWork,
  table: Table,
): Queries<Entities[Table]> {
  type T = Entities[Table]
  const { builder, sets, statements } = unit.connection
  const { columns } = rowCodec(table)
  const rows = unit.of(table)
  const from = () => builder.selectFrom(table as TableName)
  // The text alone: the most frequent look-up of all.
  const { sql: byId } = statements.named(`${table}: by id`, { id: '' }, given =>
    from().select(columns).where('id', '=', given.id),
  )

  /** The statement of a search, under a name of all that its text depends on. */
  const statementOf = <Args extends object>(
    kind: string,
    { equal = {}, where = [], among, pending, also, by, direction, limit }: Search<T, Args>,
    select: (found: ReturnType<typeof from>, limit: number | undefined) => Query,
  ) => {
    const equalities = Object.entries(equal).map(([column, value]) => [column, '=', value as Value] as const)
    const conditions = [...equalities, ...where]
    const compared = conditions.map(([column, operator, value]) => [column, operator, value === null])
    const parts = [kind, compared, among?.[0], pending, also?.name, by, direction, limit === undefined]
    const values = conditions.map(([, , value]) => value)
    const args = { ...also?.args, ...values, list: among && sets.list([...new Set(among[1])]), limit }
    return statements.named(`${table}: ${parts.join('; ')}`, args, given => {
      const valueAt = (place: number) => (values[place] === null ? null : (given as Value[])[place])
      const fits = (rows: Rows) => [
        ...conditions.map(([column, operator], place) => rows(column, operator, valueAt(place) as Value)),
        ...(among ? [sets.among(among[0], given.list)] : []),
        ...(pending ? [isPending] : []),
        ...(also ? [also.fits(rows, given as unknown as Args)] : []),
      ]
      const found = from().where(untyped => untyped.and(fits(untyped as unknown as Rows)))
      return select(found, limit === undefined ? undefined : given.limit)
    })
  }
  const all: Queries<T>['all'] = async search => {
    if (search.among?.[1].length === 0) return []
    const { by = 'id', direction } = search
    const { sql, parameters } = statementOf('all', search, (found, limit) => {
      const ordered = found.select(columns).orderBy(by, direction).orderBy('id', direction)
      return limit === undefined ? ordered : ordered.limit(limit)
    })
    return rows.find(sql, parameters)
  }
  const extreme =
    (which: 'min' | 'max'): Queries<T>['least'] =>
    async (column, search) => {
      const { sql, parameters } = statementOf(`${which} ${column}`, search, found =>
        found.select(untyped => untyped.fn[which](column).as('extreme')),
      )
      const found = (await rows.ask(sql, parameters))[0]?.[0] ?? null
      return found === null ? null : Number(found)
    }

  return {
    all,
    least: extreme('min'),
    greatest: extreme('max'),
    remove: async ids => {
      if (ids.length === 0) return
      const removal = statements.named(`${table}: remove`, { ids: sets.list(ids) }, given =>
        builder.deleteFrom(table as TableName).where(sets.among('id', given.ids)),
      )
      await rows.change(removal)
    },
    rows: {
      get: async id => rows.get(id) ?? (await rows.find(byId, [id]))[0] ?? null,
      getMany: async ids => {
        await all({ among: ['id', ids.filter(id => rows.get(id) === null)] })
        return [...new Set(ids)].flatMap(id => rows.get(id) ?? [])
      },
      insert: async entity => rows.insert(entity),
      update: async entity => rows.update(entity),
    },
  }
}

/** The tables of objects that belong to one merchant and mode. */
type ScopedTable = {
  [Table in TableName]: Entities[Table] extends Scope & { created: number } ? Table : never
}[TableName]

/**
 * The search for the rows of a list. `anyOf` are lists of conditions that exclude each other. Each has an index that
 * ends in `position`. The index begins with the columns of `owner`, whose rows are all in one scope, or else with the
 * scope. `inBlocks` are conditions that bound a column, with an index that has `positionBlock` before it.
 */
export type LookUp = { anyOf: Expression<SqlBool>[][]; owner?: Row } | { inBlocks: Expression<SqlBool>[] }

/** A condition for each value that is given. */
export function equalTo(rows: Rows, values: { [column: string]: Value | undefined }): Expression<SqlBool>[] {
  const given = Object.entries(values)
  return given.flatMap(([column, value]) => (value === undefined ? [] : [rows(column, '=', value)]))
}

/**
 * A repository of objects that belong to one merchant and mode, with keyset paging, newest first. The order is that of
 * the commits, so that a reader who goes on from its newest object misses none
 * (docs/decisions/0014-lists-in-commit-order.md).
 */
export function createScopedRepository<Table extends ScopedTable, Filter = object>(
  unit: UnitOfWork,
  table: Table,
  lookUpOf: (filter: Filter, rows: Rows) => LookUp = () => ({ anyOf: [[]] }),
): Queries<Entities[Table], ScopedRepository<Entities[Table], Filter>> {
  type T = Entities[Table]
  const queries = createRepository(unit, table)
  const { columns } = rowCodec(table)
  const find: ScopedRepository<T>['find'] = async (scope, id) => {
    const found = await queries.rows.get(id)
    return found !== null && isIn(found, scope) ? found : null
  }

  const page = async (
    scope: Scope,
    { limit, endingBefore }: PageRequest,
    { cursor, filter }: { cursor: T | null; filter: Filter | undefined },
  ): Promise<Page<T>> => {
    const backwards = endingBefore !== undefined
    const [beyond, direction] = backwards ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
    const { builder } = unit.connection
    const rows = expressionBuilder<Record<TableName, Row>, TableName>()
    const from = builder.selectFrom(table as TableName)
    const inScope = rows.and([rows('merchantId', '=', scope.merchantId), rows('mode', '=', scope.mode)])
    const cursorPosition = cursor && from.select('position').where('id', '=', cursor.id)
    const beyondCursor = cursorPosition ? [rows('position', beyond, cursorPosition)] : []
    const lookUp = filter === undefined ? { anyOf: [[]] } : lookUpOf(filter, rows)
    const owner = 'owner' in lookUp ? Object.entries(lookUp.owner ?? {}) : []
    const ofOwner = owner.map(([column, value]) => rows(column, '=', value))
    // An engine that counts columns would take the index that begins with the scope.
    const bounds = [...(owner.length > 0 ? ofOwner : [inScope]), ...beyondCursor]
    const newest = (fits: Expression<SqlBool>[]) =>
      from
        .where(rows.and([...bounds, ...fits]))
        .orderBy('position', direction)
        .limit(limit + 1)
    const newestOf = (alternatives: Expression<SqlBool>[][]) => {
      const each = alternatives.map(
        fits => sql`select position from (${newest(fits).select('position')}) as found`,
      )
      return sql`${sql.join(each, sql` union all `)} order by position ${sql.raw(direction)} limit ${limit + 1}`
    }
    const among = (positions: Expression<unknown>) =>
      from.where(inScope).where(sql<SqlBool>`position in (${positions})`).orderBy('position', direction)

    let query: typeof from
    if ('inBlocks' in lookUp) {
      const fits = rows.and([inScope, ...lookUp.inBlocks, ...beyondCursor])
      const search = { table, scope: inScope, fits, cursor: cursorPosition, direction, limit: limit + 1 }
      query = among(newestInBlocks(search))
    } else {
      const [first = [], ...others] = lookUp.anyOf
      query = others.length === 0 ? newest(first) : among(newestOf(lookUp.anyOf))
    }
    const { sql: text, parameters } = query.select(columns).compile()
    // A foreign owner's rows are out of scope, and their positions may be those of other rows in it.
    const isFitting = (row: T) =>
      isIn(row, scope) && owner.every(([column, value]) => row[column as keyof T] === value)
    const found = (await unit.of(table).find(text, parameters)).filter(isFitting)
    const data = found.slice(0, limit)
    return { data: backwards ? data.reverse() : data, hasMore: found.length > limit }
  }

  return {
    ...queries,
    rows: {
      ...queries.rows,
      find,
      list: async (scope, request, filter) => {
        const cursorId = request.startingAfter ?? request.endingBefore
        const cursor = cursorId === undefined ? null : await find(scope, cursorId)
        if (cursorId !== undefined && cursor === null) return null
        return page(scope, request, { cursor, filter })
      },
    },
  }
}

function isIn({ merchantId, mode }: Scope, scope: Scope): boolean {
  return merchantId === scope.merchantId && mode === scope.mode
}

/**
 * The positions of the newest matching rows, for conditions that bound a column. No index has such rows in the order of
 * the list. The search reads positions block by block, in an index with the block before the bounded column, until a
 * page is full. It costs a look-up a block and a sort of the matching rows in a few blocks, wherever they are.
 *
 * @param search.fits the condition on rows, with scope and cursor
 * @param search.cursor the position of the cursor, or null at the beginning of the list
 */
function newestInBlocks(search: {
  table: string
  scope: Expression<SqlBool>
  fits: Expression<SqlBool>
  cursor: Expression<unknown> | null
  direction: 'asc' | 'desc'
  limit: number
}): RawBuilder<number> {
  const { scope, fits, cursor } = search
  const table = sql.table(search.table)
  const size = sql.lit(POSITIONS_PER_BLOCK)
  const block = sql`(position / ${size})`
  const direction = sql.raw(search.direction)
  const beyond = sql.raw(search.direction === 'desc' ? '<' : '>')
  const limit = sql`${search.limit}`
  const none = sql`cast(0 as bigint)`
  const next = (range: Expression<SqlBool>) =>
    sql`(select ${block} from ${table} where ${scope} and ${range} order by ${block} ${direction} limit 1)`
  const start = cursor === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${block} ${beyond}= ${cursor} / ${size}`
  const fitting = sql`(select count(*) from (select 1 from ${table} where ${fits} and ${block} = walk.ahead limit ${limit}) as fitting)`
  // In the last order an index must not offer itself: it would lead through all rows of the list.
  return sql`
    with recursive walk (ahead, block, fitting, found) as (
      select ${next(start)}, ${none}, ${none}, ${none}
      union all
      select ${next(sql`${block} ${beyond} walk.ahead`)}, walk.ahead, ${fitting}, walk.found + walk.fitting
      from walk where walk.ahead is not null and walk.found + walk.fitting < ${limit}
    )
    select position from walk cross join ${table}
    where ${fits} and ${block} = walk.block and walk.fitting > 0
    order by position + 0 ${direction} limit ${limit}`
}
