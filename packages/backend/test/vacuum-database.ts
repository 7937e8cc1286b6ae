import pg from 'pg'

/**
 * Does at once the work that a PostgreSQL does by itself within minutes of many new rows: it tidies up, and counts them
 * for its plans.
 */
export async function vacuumDatabase(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
