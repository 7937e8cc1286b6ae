import { expect, test } from 'vitest'
import { createFakeBilling } from '../../test/fake-billing.ts'
import { ensureCatalogue, listShelf, MACHINES } from './catalogue.ts'

test('the shelves are filled once, in the order of the window', async () => {
  const { billing, requests } = createFakeBilling()
  await ensureCatalogue(billing)
  await ensureCatalogue(billing)
  expect((await listShelf(billing)).map(({ sold }) => sold.name)).toEqual(
    MACHINES.map(({ product }) => product.name),
  )
  expect(requests.filter(request => request.startsWith('POST'))).toHaveLength(MACHINES.length)
})

test('two stores that start at once make one catalogue', async () => {
  const { billing, products } = createFakeBilling()
  await Promise.all([ensureCatalogue(billing), ensureCatalogue(billing)])
  expect(products).toHaveLength(MACHINES.length)
})

test('a product of the same name at another rate is not ours', async () => {
  const { billing } = createFakeBilling()
  await billing.products.create({ name: 'Sandbox', rate_usd_per_second: '5' })
  expect(await listShelf(billing)).toEqual([])
})
