import { setTimeout as delay } from 'node:timers/promises'
import { openPostgresStorage } from './postgres/postgres-storage.ts'

/** Twice the number of connections: a unit that waits for a connection for seconds is another matter. */
const AT_ONCE = 32

/** Counts up one row from many places at once, and says how many of them failed, and why. */
const [address, productId, writers] = process.argv.slice(2) as [string, string, string]
const storage = await openPostgresStorage(address)
const failures: string[] = []
let left = Number(writers)
const write = async () => {
  while (left > 0) {
    left -= 1
    await storage
      .unitOfWork(async tx => {
        const product = await tx.products.get(productId)
        await delay(10)
        if (product)
          await tx.products.update({ ...product, activeSubscriptions: product.activeSubscriptions + 1 })
      })
      .catch(error => failures.push(String(error)))
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, write))
await storage.close()
process.stdout.write(`${JSON.stringify(failures)}\n`)
