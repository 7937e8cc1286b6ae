import type { DecimalString, Product, StartMode } from '@per-second/protocol/types'
import { resourcePath } from '../request/path.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import { type Readable, readable } from './readable.ts'

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

export type Products = Readable<Product> & {
  /**
   * Creates a product.
   *
   * @example
   * const product = await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000692' })
   */
  create(parameters: ProductCreateParameters, options?: RequestOptions): Promise<Product>
  /** Changes name, description or whether it can be bought. Running meters are untouched. */
  update(id: string, parameters: ProductUpdateParameters, options?: RequestOptions): Promise<Product>
}

export function createProducts(request: RequestFunction): Products {
  return {
    ...readable<Product>(request, 'products'),
    create: (body, options) => request({ method: 'POST', path: '/v1/products', body, options }),
    update: async (id, body, options) =>
      request({ method: 'POST', path: resourcePath('products', id), body, options }),
  }
}
