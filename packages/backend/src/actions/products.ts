import type { createProductBodySchema, updateProductBodySchema } from '@per-second/protocol/schema'
import type { z } from 'zod'
import type { Product, Scope } from '../domain/entities.ts'
import { presentProduct } from '../presenters/present-product.ts'
import type { Operation } from './operation.ts'
import { recordEvent } from './record-event.ts'

/** Offers something at a rate per second. The caller has checked the rate. */
export async function createProduct(
  operation: Operation,
  scope: Scope,
  fields: z.output<typeof createProductBodySchema>,
): Promise<Product> {
  const product: Product = {
    ...scope,
    id: operation.newId('prod_'),
    name: fields.name,
    description: fields.description ?? null,
    rateUsd: fields.rate_usd_per_second,
    allowPause: fields.allow_pause,
    startMode: fields.start_mode,
    active: true,
    activeSubscriptions: 0,
    created: operation.now,
  }
  await operation.tx.products.insert(product)
  await recordEvent(operation, scope, { type: 'product.created', resource: presentProduct(product) })
  return product
}

/** Changes the mutable fields. The rate is immutable. An unchanged product sends no event. */
export async function updateProduct(
  operation: Operation,
  product: Product,
  changes: z.output<typeof updateProductBodySchema>,
): Promise<Product> {
  const updated: Product = {
    ...product,
    name: changes.name ?? product.name,
    description: changes.description ?? product.description,
    active: changes.active ?? product.active,
  }
  const unchanged =
    updated.name === product.name &&
    updated.description === product.description &&
    updated.active === product.active
  if (unchanged) return product
  await operation.tx.products.update(updated)
  await recordEvent(operation, product, { type: 'product.updated', resource: presentProduct(updated) })
  return updated
}
