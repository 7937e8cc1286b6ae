import type { Run } from '../migrations/schema-changes.ts'
import { StorageError } from '../storage-error.ts'

/** The schema in which tables are made. Others of the search_path may be another service's. A cast alone reads "Billing" as billing. */
const HERE = 'quote_ident(current_schema())::regnamespace'

/**
 * The first tables of a schema that is not this service's, without those of extensions. The service's own
 * `schema_version`, whose id is a text, is its first table: from then on the schema may have others, too.
 */
const OTHER_TABLES = `
  select relname from pg_class
  where relnamespace = ${HERE} and relkind in ('r', 'p')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    and not exists (
      select from pg_attribute join pg_class own on own.oid = attrelid
      where own.relnamespace = ${HERE} and own.relname = 'schema_version' and attname = 'id' and atttypid = 'text'::regtype
    )
  order by relname limit 4`

/** In the names of a message. The fourth says that there are more. */
const NAMED = 3

/** @throws {StorageError} `unavailable` for the database of another program, such as a shop's own in `DATABASE_URL` */
export async function refuseOtherTables(run: Run): Promise<void> {
  const names = (await run(OTHER_TABLES)).flat()
  if (names.length === 0) return
  const some = [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])].join(', ')
  throw new StorageError('unavailable', `The database has tables of another program: ${some}.`, {
    cure: 'Create a database for the service alone: createdb --encoding UTF8 NAME. Without DATABASE_URL it uses SQLite in --data.',
  })
}
