import { createGroupQueue } from '../domain/group-queue.ts'
import { StorageError } from './storage-error.ts'

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Saves what is handed in while the last unit of work runs in one unit: on PostgreSQL the units of a lease's holder run one after the
 * other, so that each one makes all other work wait. If such a unit fails for another reason than the database, each item is saved alone.
 *
 * @param save saves all of these in one unit, and returns a result for each
 */
export function createGroupedUnits<Item, Result>(
  save: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const queue = createGroupQueue<Waiting<Item, Result>>(async group => {
    try {
      const results = await save(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      const isOfAll = group.length === 1 || error instanceof StorageError
      for (const { item, resolve, reject } of group) {
        if (isOfAll) reject(error)
        else await save([item]).then(([result]) => resolve(result as Result), reject)
      }
    }
  })
  return item => new Promise((resolve, reject) => queue.add({ item, resolve, reject }))
}
