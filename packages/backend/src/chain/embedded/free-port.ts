import { createServer } from 'node:net'
import { isFileError } from '../../files/file-error.ts'

/** The wanted port of the loopback interface if nobody listens on it, else any free one. */
export async function freePort(wanted: number | null): Promise<number> {
  return (wanted === null ? null : await tryPort(wanted)) ?? (await tryPort(0)) ?? freePort(null)
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', error => (isFileError(error, 'EADDRINUSE') ? resolve(null) : reject(error)))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const found = typeof address === 'object' && address !== null ? address.port : null
      server.close(() => resolve(found))
    })
  })
}
