/**
 * The storage of a program's signatures, by name. A record outlives the process: without it a crash between the signature and the
 * service's answer leaves a deposit that only the escrow and the service know of.
 */
export type MeterStore = {
  /** The text under a name, or null. */
  read(name: string): Promise<string | null>
  /** Resolves once the text is durable: the account is asked for its signature afterwards. */
  write(name: string, text: string): Promise<void>
  erase(name: string): Promise<void>
  /** Runs work while no other call, in any process that shares the store, holds the same name. */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** A store that ends with the process. */
export function memoryStore(): MeterStore {
  const texts = new Map<string, string>()
  const last = new Map<string, Promise<unknown>>()
  return {
    read: async name => texts.get(name) ?? null,
    write: async (name, text) => void texts.set(name, text),
    erase: async name => void texts.delete(name),
    hold: (name, work) => {
      const held = (last.get(name) ?? Promise.resolve()).then(work, work)
      last.set(
        name,
        held.catch(() => undefined),
      )
      return held
    },
  }
}
