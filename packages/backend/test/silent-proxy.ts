import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a service and its database, which fails as networks do: without a word. */
export type SilentProxy = {
  /** Another way to the same database. */
  address(database: string): string
  /** Open connections carry no more data, either way, and are not closed. Later connections work. */
  silence(): void
  /** Takes new connections and carries nothing on them, until the next `silence`. */
  swallow(): void
  /**
   * The next connection on which the client sends this word, and `after` before it, carries no more data from then on.
   * The word itself comes through, so that only the response is lost. With `held` it does not, until `deliver`.
   *
   * @returns when the client has sent it
   */
  silenceAt(word: string, options?: { after?: string; held?: boolean }): Promise<{ deliver(): void }>
  /** Leads new connections to another port. Open connections stay. */
  leadTo(port: number): void
  /** How often a client began to send after an answer: the round trips so far. What it sends without waiting is of the same one. */
  roundTrips(): number
  stop(): Promise<void>
}

/**
 * @param port of the server behind, on this machine
 * @param options.answerMillis how much later each of its responses arrives
 */
export async function startSilentProxy(
  port: number,
  { answerMillis = 0 }: { answerMillis?: number } = {},
): Promise<SilentProxy> {
  let target = port
  type Pair = { client: Socket; server: Socket; silent: boolean; prepared: boolean; waits: boolean }
  type Trap = { word: string; after: string; held: boolean; sprung: (deliver: () => void) => void }
  const pairs = new Set<Pair>()
  let swallowing = false
  let roundTrips = 0
  let trap: Trap | null = null

  const proxy = createServer(client => {
    const pair: Pair = {
      client,
      server: connect(target, '127.0.0.1'),
      silent: swallowing,
      prepared: false,
      waits: false,
    }
    const { server } = pair
    pairs.add(pair)
    client.on('data', bytes => {
      if (!pair.waits) roundTrips += 1
      pair.waits = true
      if (pair.silent) return
      if (trap !== null && bytes.includes(trap.after)) pair.prepared = true
      const sprung = trap !== null && pair.prepared && bytes.includes(trap.word) ? trap : null
      if (sprung === null) return void server.write(bytes)
      trap = null
      pair.silent = true
      if (!sprung.held) server.write(bytes)
      sprung.sprung(() => server.write(bytes))
    })
    const answer = (bytes: Uint8Array) => {
      pair.waits = false
      if (!pair.silent) client.write(bytes)
    }
    server.on('data', bytes => (answerMillis === 0 ? answer(bytes) : setTimeout(answer, answerMillis, bytes)))
    // A node that is lost says no goodbye, and hears none.
    client.on('end', () => pair.silent || server.end())
    server.on('end', () => pair.silent || client.end())
    for (const socket of [client, server]) socket.on('error', () => {})
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const own = (proxy.address() as { port: number }).port
  return {
    address: database => {
      const url = new URL(database)
      url.port = String(own)
      return url.href
    },
    silence: () => {
      swallowing = false
      for (const pair of pairs) pair.silent = true
    },
    swallow: () => {
      swallowing = true
      for (const pair of pairs) pair.silent = true
    },
    silenceAt: (word, { after = word, held = false } = {}) =>
      new Promise(resolve => {
        trap = { word, after, held, sprung: deliver => resolve({ deliver }) }
      }),
    leadTo: next => {
      target = next
    },
    roundTrips: () => roundTrips,
    stop: async () => {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
