import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { POSITIONS_PER_BLOCK } from './columns.ts'

/**
 * The positions of the newest matching rows, for conditions that bound a column. No index has such rows in the order of
 * the list. The search reads positions block by block, in an index with the block before the bounded column, until a
 * page is full. It costs a look-up a block and a sort of the matching rows in a few blocks, wherever they are.
 *
 * @param search.fits the condition on rows, with scope and cursor
 * @param search.cursor the position of the cursor, or null at the beginning of the list
 */
export function newestInBlocks(search: {
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
