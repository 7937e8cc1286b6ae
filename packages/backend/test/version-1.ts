import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/**
 * What the first version left behind, made by running it: a meter that was paused and resumed and has one paid invoice, a session
 * that is still open, an endpoint that never answered, a clock that stands. Never made anew: newer programs must go on from it.
 */
const HERE = join(import.meta.dirname, 'fixtures', 'version-1')

/** What is asked of newer programs. */
export const VERSION_1 = {
  product: { id: 'prod_1m7zxtajw000pwt0hgxa4gwzj86qncjennqsaq', name: 'GPU 時間' },
  subscription: 'sub_1m7zxtasb000tmecs9n03jfkv6qrpaenwas2pj',
} as const

const read = (file: string) => readFileSync(join(HERE, file), 'utf8')

export function fillSqliteWithVersion1(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = wal; begin; ${read('sqlite-schema.sql')} ${read('rows.sql')} commit`)
  database.close()
}

export async function fillPostgresWithVersion1(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`begin; ${read('postgres-schema.sql')} ${read('rows.sql')} commit`)
  await client.end()
}

/** A data folder as the first version left it, without its database and its chain, which is replayed from the database. */
export function makeVersion1Folder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-version-1-'))
  for (const file of ['local.json', 'operator.json', 'webhooks.key'])
    copyFileSync(join(HERE, file), join(folder, file))
  return folder
}
