import { connect, createServer } from 'node:net'

/** A way to a PostgreSQL server on which every answer comes so much later. */
export type DistantDatabase = {
  /** Another address of the same database. */
  address: string
  stop(): Promise<void>
}

/**
 * @param database a `postgres://` address on this machine
 * @param millis real milliseconds that are added to every answer
 */
export async function startDistantDatabase(database: string, millis: number): Promise<DistantDatabase> {
  const { port: behind } = new URL(database)
  const server = createServer(client => {
    const upstream = connect(Number(behind), '127.0.0.1')
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => {})
    client.on('data', bytes => upstream.write(bytes))
    upstream.on('data', bytes => setTimeout(() => client.write(bytes), millis))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(database)
  address.port = `${(server.address() as { port: number }).port}`
  return { address: `${address}`, stop: () => new Promise(resolve => server.close(() => resolve())) }
}
