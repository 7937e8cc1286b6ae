import { connect, createServer } from 'node:net'
import type { Bench } from './figure.ts'

/** Another address of the same server, through a socket that holds each answer back. */
export async function distant(bench: Bench, server: string, millis: number): Promise<string> {
  const address = new URL(server)
  const behind = Number(address.port)
  const before = createServer(client => {
    const upstream = connect(behind, '127.0.0.1')
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => {})
    client.on('data', bytes => upstream.write(bytes))
    upstream.on('data', bytes => setTimeout(() => client.write(bytes), millis))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>(resolve => before.listen(0, '127.0.0.1', resolve))
  bench.defer(() => new Promise(resolve => before.close(resolve)))
  address.port = `${(before.address() as { port: number }).port}`
  return `${address}`
}
