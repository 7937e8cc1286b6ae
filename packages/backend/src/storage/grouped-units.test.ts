import { expect, test } from 'vitest'
import { createGroupedUnits } from './grouped-units.ts'
import { StorageError } from './storage-error.ts'

/** Doubles numbers, in units that are noted. The first unit takes as long as `first`. */
function doubling(refusalOf: (items: readonly number[]) => Error | null = () => null) {
  const units: (readonly number[])[] = []
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>()
  const double = createGroupedUnits<number, number>(async items => {
    units.push(items)
    if (units.length === 1) await first
    const refusal = refusalOf(items)
    if (refusal) throw refusal
    return items.map(item => item * 2)
  })
  return { units, endFirst, double }
}

/** Hands in 1, and the others while its unit runs. */
async function handIn({ units, endFirst, double }: ReturnType<typeof doubling>) {
  const one = double(1)
  await expect.poll(() => units.length).toBe(1)
  const others = [2, 3, 4].map(double)
  endFirst()
  return Promise.allSettled([one, ...others])
}

const results = (settled: PromiseSettledResult<number>[]) =>
  settled.map(each => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message))

test('default: what is handed in while a unit runs is one unit, with a result for each', async () => {
  const doubled = doubling()
  expect(results(await handIn(doubled))).toEqual([2, 4, 6, 8])
  expect(doubled.units).toEqual([[1], [2, 3, 4]])
})

test('error: an item that spoils its unit fails alone', async () => {
  const doubled = doubling(items => (items.includes(3) ? new Error('no three') : null))
  expect(results(await handIn(doubled))).toEqual([2, 4, 'no three', 8])
  expect(doubled.units).toEqual([[1], [2, 3, 4], [2], [3], [4]])
})

test('error: a database that is not there is not asked again for each', async () => {
  const gone = new StorageError('unavailable', 'No database server answers.')
  const doubled = doubling(items => (items.includes(3) ? gone : null))
  expect(results(await handIn(doubled))).toEqual([2, ...[2, 3, 4].map(() => gone.message)])
  expect(doubled.units).toEqual([[1], [2, 3, 4]])
})
