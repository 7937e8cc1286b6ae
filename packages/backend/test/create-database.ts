import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** @returns the address of a new, empty database on the same server */
export async function createDatabase(address: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(address), { pathname: `/${name}` }).href
}
