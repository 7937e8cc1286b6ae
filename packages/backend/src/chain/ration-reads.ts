import type { Chain } from './chain.ts'

/** An account's code and freeze are read at most once in this time, in milliseconds of real time. */
const ACCOUNT_MILLIS = 60_000
/** For the newest block, in milliseconds of real time, and for a meter's state while that block stays the newest. */
const HEAD_MILLIS = 1_000
const STATE_MILLIS = 10_000

/** Results that are kept: beyond them the oldest go. */
const MOST_KEPT = 10_000

/**
 * A chain as requests read it, for callers who may repeat a read as often as they like. Of an address its code and its freeze are read
 * once a minute, of a meter its state once a block (docs/money.md, rule 44). The service's own work reads the chain itself.
 */
export function rationReads(chain: Chain, monotonicMillis: () => number = () => performance.now()): Chain {
  const cached = <K extends string, T>(read: (key: K) => Promise<T>, millis: number) =>
    keepResults(read, { millis, monotonicMillis })
  const byAddress = <T>(read: (address: `0x${string}`) => Promise<T>) => {
    const readCached = cached(read, ACCOUNT_MILLIS)
    return (address: `0x${string}`) => readCached(address.toLowerCase() as `0x${string}`)
  }
  const head = cached(() => chain.head(), HEAD_MILLIS)
  const state = cached(
    (place: `${number} 0x${string}`) =>
      chain.meterState(place.slice(place.indexOf(' ') + 1) as `0x${string}`),
    STATE_MILLIS,
  )
  return {
    ...chain,
    accountKind: byAddress(chain.accountKind),
    isFrozen: byAddress(chain.isFrozen),
    head: () => head(''),
    meterState: async meterId => state(`${(await head('')).number} ${meterId}`),
  }
}

/** Reads once for all who ask within a time. A read that failed is not kept. */
function keepResults<K extends string, T>(
  read: (key: K) => Promise<T>,
  { millis, monotonicMillis }: { millis: number; monotonicMillis: () => number },
): (key: K) => Promise<T> {
  const results = new Map<K, { since: number; result: Promise<T> }>()
  return key => {
    const now = monotonicMillis()
    const known = results.get(key)
    if (known !== undefined && now - known.since < millis) return known.result
    const result = read(key)
    results.delete(key)
    results.set(key, { since: now, result })
    result.catch(() => {
      if (results.get(key)?.result === result) results.delete(key)
    })
    const [oldest] = results.keys()
    if (results.size > MOST_KEPT && oldest !== undefined) results.delete(oldest)
    return result
  }
}
