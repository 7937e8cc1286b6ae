import { setTimeout as delay } from 'node:timers/promises'
import { openPostgresStorage } from './postgres-storage.ts'

/** Counts up one row from many places at once, and says how many of them failed, and why. */
const [address, productId, writers] = process.argv.slice(2) as [string, string, string]
const storage = await openPostgresStorage(address)
const units = Array.from({ length: Number(writers) }, () =>
  storage.unitOfWork(async tx => {
    const product = await tx.products.get(productId)
    await delay(10)
    if (product)
      await tx.products.update({ ...product, activeSubscriptions: product.activeSubscriptions + 1 })
  }),
)
const failures = (await Promise.allSettled(units)).flatMap(unit =>
  unit.status === 'rejected' ? [String(unit.reason)] : [],
)
await storage.close()
process.stdout.write(`${JSON.stringify(failures)}\n`)
