import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * @param template an address of the same server whose unused database is copied. Without it the new one is empty
 * @returns the address of a new database on the server
 */
export async function createDatabase(address: string, template?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The server copies no database that it is connected to.
  const client = new pg.Client({ connectionString: toDatabase(address, 'postgres') })
  await client.connect()
  try {
    if (template === undefined) await client.query(`create database ${name}`)
    else {
      const copied = new URL(template).pathname.slice(1)
      // Of connections that a network has lost the server does not know.
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        copied,
      ])
      await client.query(`create database ${name} template ${copied}`)
    }
  } finally {
    await client.end()
  }
  return toDatabase(address, name)
}

function toDatabase(address: string, name: string): string {
  return Object.assign(new URL(address), { pathname: `/${name}` }).href
}
