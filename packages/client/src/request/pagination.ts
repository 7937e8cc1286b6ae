import type { List } from '@per-second/protocol/types'

/** Where a page begins. Newest first. `limit` is 1 to 100 (default: 10). Use one cursor at a time. */
export type PageParameters = {
  limit?: number
  /** Id of the last object of the previous page: returns older objects. */
  starting_after?: string
  /** Id of the first object of the next page: returns newer objects. */
  ending_before?: string
}

/** One page, which can also be walked from its first object through all further pages. */
export type Page<T> = List<T> & AsyncIterable<T>

/** The promise of a page. `for await` walks it and all further pages without awaiting it first. */
export type PagePromise<T> = Promise<Page<T>> & AsyncIterable<T>

export type FetchPage<T, P> = (parameters: P) => Promise<List<T>>

/**
 * Fetches a page and makes it walkable. With `ending_before` the walk goes from there towards the newest object. Pages are
 * fetched one at a time, when the walk gets there.
 */
export function paginate<T extends { id: string }, P extends PageParameters>(
  fetchPage: FetchPage<T, P>,
  parameters: P,
): PagePromise<T> {
  // A caller may change the object for its next list while this one is still walked.
  const asked = { ...parameters }
  const first = fetchPage(asked).then(list => walkable(list, () => walk(fetchPage, asked, list)))
  const promise = first as PagePromise<T>
  promise[Symbol.asyncIterator] = async function* () {
    yield* await first
  }
  return promise
}

/** The iterator is not enumerable: a page prints, compares and serialises as the plain envelope. */
function walkable<T>(list: List<T>, iterate: () => AsyncGenerator<T, void>): Page<T> {
  return Object.defineProperty(list, Symbol.asyncIterator, { value: iterate }) as Page<T>
}

async function* walk<T extends { id: string }, P extends PageParameters>(
  fetchPage: FetchPage<T, P>,
  parameters: P,
  first: List<T>,
): AsyncGenerator<T, void> {
  const backwards = parameters.ending_before !== undefined
  for (let page = first; ; ) {
    yield* backwards ? [...page.data].reverse() : page.data
    const last = backwards ? page.data[0] : page.data.at(-1)
    if (!page.has_more || !last) return
    page = await fetchPage({
      ...parameters,
      ...(backwards ? { ending_before: last.id } : { starting_after: last.id }),
    })
  }
}
