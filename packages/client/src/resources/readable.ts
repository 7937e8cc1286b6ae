import { type PageParameters, type PagePromise, paginate } from '../request/pagination.ts'
import { resourcePath } from '../request/path.ts'
import type { Query } from '../request/query.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'

/** The calls that every collection has: retrieve one of its objects, and walk them. */
export type Readable<T, P extends PageParameters = PageParameters> = {
  retrieve(id: string, options?: RequestOptions): Promise<T>
  /** Newest first. */
  list(parameters?: P, options?: RequestOptions): PagePromise<T>
}

export function readable<T extends { id: string }, P extends PageParameters & Query = PageParameters>(
  request: RequestFunction,
  collection: string,
): Readable<T, P> {
  return {
    retrieve: async (id, options) => request({ method: 'GET', path: resourcePath(collection, id), options }),
    list: (parameters = {} as P, options) =>
      paginate(query => request({ method: 'GET', path: `/v1/${collection}`, query, options }), parameters),
  }
}
