import type { DecimalString, Product, StartMode } from '@per-second/protocol/types'
import { type PageParameters, type PagePromise, paginate } from '../pagination.ts'
import { resourcePath } from '../path.ts'
import type { RequestFunction, RequestOptions } from '../request.ts'

export type ProductCreateParameters = {
  /** 1 to 200 characters. */
  name: string
  /** US dollars per second as a decimal string: at most 15 integer and 18 fraction digits. Cannot be changed later. */
  rate_usd_per_second: DecimalString
  /** At most 1000 characters. */
  description?: string
  /** Whether running meters may be paused. Default `false`. */
  allow_pause?: boolean
  /** `checkout` (default) starts the meter when the subscriber authorises, `merchant` when you call `subscriptions.start`. */
  start_mode?: StartMode
}

export type ProductUpdateParameters = { name?: string; description?: string; active?: boolean }

export type Products = {
  /**
   * Creates a product.
   *
   * @example
   * const product = await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000692' })
   */
  create(parameters: ProductCreateParameters, options?: RequestOptions): Promise<Product>
  retrieve(id: string, options?: RequestOptions): Promise<Product>
  /** Changes name, description or whether it can be bought. Running meters are untouched. */
  update(id: string, parameters: ProductUpdateParameters, options?: RequestOptions): Promise<Product>
  /**
   * Lists products, newest first.
   *
   * @example
   * for await (const product of billing.products.list()) console.log(product.name)
   */
  list(parameters?: PageParameters, options?: RequestOptions): PagePromise<Product>
}

export function createProducts(request: RequestFunction): Products {
  return {
    create: (body, options) => request({ method: 'POST', path: '/v1/products', body, options }),
    retrieve: async (id, options) => request({ method: 'GET', path: resourcePath('products', id), options }),
    update: async (id, body, options) =>
      request({ method: 'POST', path: resourcePath('products', id), body, options }),
    list: (parameters = {}, options) =>
      paginate(query => request({ method: 'GET', path: '/v1/products', query, options }), parameters),
  }
}
