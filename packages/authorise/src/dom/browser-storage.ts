/**
 * Text by name. Nothing here throws, because some frames refuse storage and some browsers are full, and neither may stop a payment. Refused
 * items stay in memory until the page reloads.
 */
export type BrowserStorage = {
  read(name: string): string | null
  write(name: string, text: string): void
  erase(name: string): void
  /** The names that begin with this. */
  names(prefix: string): string[]
}

/** @param open may throw where storage is refused */
export function browserStorage(open: () => Storage): BrowserStorage {
  const unkept = new Map<string, string>()
  return {
    read: name => unkept.get(name) ?? attempt(() => open().getItem(name)) ?? null,
    write: (name, text) => {
      unkept.delete(name)
      const isKept = attempt(() => {
        open().setItem(name, text)
        return true
      })
      if (!isKept) unkept.set(name, text)
    },
    erase: name => {
      unkept.delete(name)
      attempt(() => open().removeItem(name))
    },
    names: prefix => {
      const kept = attempt(() => Object.keys(open())) ?? []
      return [...new Set([...kept, ...unkept.keys()])].filter(name => name.startsWith(prefix))
    },
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
