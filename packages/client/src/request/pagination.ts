import type { List } from '@per-second/protocol/types'
import { ApiError } from './errors.ts'

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
  const first = fetchPage(asked).then(list => walkable(requirePage(list), () => walk(fetchPage, asked, list)))
  const promise = first as PagePromise<T>
  promise[Symbol.asyncIterator] = async function* () {
    yield* await first
  }
  return promise
}

/** Another server may answer with any JSON, and a cache that ignores the query with the page before. @throws {ApiError} */
function requirePage<T>(page: List<T>, isRepeated?: boolean): List<T> {
  if (!isRepeated && Array.isArray(page.data)) return page
  throw new ApiError('api_error', 'The service answered, but not with a new page. Is baseUrl right?')
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
  const cursor = parameters.ending_before ? 'ending_before' : 'starting_after'
  for (let page = first, asked = parameters; ; page = requirePage(await fetchPage(asked))) {
    const inOrder = parameters.ending_before ? [...page.data].reverse() : page.data
    yield* inOrder
    const last = inOrder.at(-1)
    if (!page.has_more || !last) return
    requirePage(page, last.id === asked[cursor])
    asked = { ...asked, [cursor]: last.id }
  }
}
