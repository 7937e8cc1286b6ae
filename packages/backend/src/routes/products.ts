import {
  createProductBodySchema,
  emptyQuerySchema,
  listProductsQuerySchema,
  listSchema,
  productSchema,
  updateProductBodySchema,
} from '@per-second/protocol/schema'
import { createProduct, updateProduct } from '../actions/products.ts'
import { presentList } from '../presenters/present-list.ts'
import { presentProduct } from '../presenters/present-product.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { pageOrRefuse, pageRequest } from './page-request.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

export const productRoutes: Route[] = [
  effectRoute({
    method: 'POST',
    path: '/v1/products',
    operationId: 'products.create',
    refusals: ['rate_out_of_range'],
    summary: 'Create a product',
    auth: 'secret',
    query: emptyQuerySchema,
    body: createProductBodySchema,
    response: productSchema,
    act: async ({ caller, body }, operation) => {
      const product = await createProduct(operation, caller.scope, {
        name: body.name,
        description: body.description ?? null,
        rateUsd: body.rate_usd_per_second,
        allowPause: body.allow_pause,
        startMode: body.start_mode,
      })
      return { body: presentProduct(product) }
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/products',
    operationId: 'products.list',
    summary: 'List products',
    auth: 'secret',
    query: listProductsQuerySchema,
    body: null,
    response: listSchema(productSchema),
    read: async ({ caller, query }, tx) => {
      const page = pageOrRefuse(await tx.products.list(caller.scope, pageRequest(query)), query)
      return presentList('/v1/products', page.data.map(presentProduct), page.hasMore)
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/products/{id}',
    operationId: 'products.retrieve',
    summary: 'Retrieve a product',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: productSchema,
    read: async ({ caller, params }, tx) =>
      presentProduct(await findOrRefuse(tx.products, caller.scope, params.id, 'product')),
  }),
  effectRoute({
    method: 'POST',
    path: '/v1/products/{id}',
    operationId: 'products.update',
    summary: 'Update a product; its rate is immutable',
    auth: 'secret',
    query: emptyQuerySchema,
    body: updateProductBodySchema,
    response: productSchema,
    act: async ({ caller, params, body }, operation) => {
      const product = await findOrRefuse(operation.tx.products, caller.scope, params.id, 'product')
      return { body: presentProduct(await updateProduct(operation, product, body)) }
    },
  }),
]
