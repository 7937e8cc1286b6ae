import {
  createProductBodySchema,
  listProductsQuerySchema,
  productSchema,
  updateProductBodySchema,
} from '@per-second/protocol/schema'
import { createProduct, updateProduct } from '../actions/products.ts'
import { presentProduct } from '../presenters/present-product.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { readRoutes } from './read-routes.ts'
import { effectRoute, type Route } from './route.ts'

export const productRoutes: Route[] = [
  effectRoute({
    path: '/v1/products',
    operationId: 'products.create',
    refusals: ['rate_out_of_range'],
    summary: 'Create a product',
    description: 'The rate is a decimal string. A JSON number is rejected, because it is already rounded.',
    auth: 'secret',
    body: createProductBodySchema,
    response: productSchema,
    act: async ({ caller, body }, operation) => ({
      body: presentProduct(await createProduct(operation, caller.scope, body)),
    }),
  }),
  ...readRoutes({
    path: '/v1/products',
    operationId: 'products',
    noun: 'product',
    query: listProductsQuerySchema,
    response: productSchema,
    of: tx => tx.products,
    present: presentProduct,
  }),
  effectRoute({
    path: '/v1/products/{id}',
    operationId: 'products.update',
    summary: 'Update a product, except its rate',
    description:
      'Changes the fields that are sent. An inactive product takes no new checkouts, and running meters continue.',
    auth: 'secret',
    body: updateProductBodySchema,
    response: productSchema,
    act: async ({ caller, params, body }, operation) => {
      const product = await findOrRefuse(operation.tx.products, caller.scope, {
        id: params.id,
        noun: 'product',
      })
      return { body: presentProduct(await updateProduct(operation, product, body)) }
    },
  }),
]
