import { StorageError } from '../storage-error.ts'
import type { SchemaAccess } from './migrate.ts'

/**
 * The first tables where this service would make its own, if it has not begun to: its `schema_version`, whose id is a text, comes
 * first, and from then on there may be others, too. PostGIS brings `spatial_ref_sys`.
 */
const OTHER_TABLES = {
  sqlite: `
  select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'
    and not exists (select 1 from pragma_table_info('schema_version') where name = 'id' and lower(type) = 'text')
  order by name limit 4`,
  postgres: `
  select table_name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'spatial_ref_sys'
    and not exists (
      select 1 from information_schema.columns
      where table_schema = current_schema() and table_name = 'schema_version' and column_name = 'id' and data_type = 'text'
    )
  order by table_name limit 4`,
}

const CURES = {
  sqlite: 'Name a folder for the service alone with --data.',
  postgres:
    'Create a database for the service alone: createdb --encoding UTF8 NAME. Without DATABASE_URL it uses SQLite in --data.',
}

/** In the names of a message. The fourth says that there are more. */
const NAMED = 3

/**
 * @param database as the message calls it
 * @throws {StorageError} `unavailable` for the database of another program, such as a shop's own in `DATABASE_URL`
 */
export async function refuseOtherTables(
  { engine, run }: Pick<SchemaAccess, 'engine' | 'run'>,
  database: string,
): Promise<void> {
  const names = (await run(OTHER_TABLES[engine])).flat()
  if (names.length === 0) return
  const some = [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])].join(', ')
  const cure = CURES[engine]
  throw new StorageError('unavailable', `${database} has tables of another program: ${some}.`, { cure })
}
