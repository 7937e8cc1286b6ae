import { setTimeout as delay } from 'node:timers/promises'
import { anInvoice, aProduct, aSession, aSubscription, newId } from './entities.fixture.ts'
import { openPostgresStorage } from './postgres/postgres-storage.ts'

/** Adds one object to each of five lists in every unit of work, which takes longer to commit the one time than the other. */
const [address, merchantId, writers, units] = process.argv.slice(2) as [string, string, string, string]
const storage = await openPostgresStorage(address)
const written: Record<string, string[]> = {}

async function writeUnits() {
  for (let unit = 0; unit < Number(units); unit += 1) {
    const product = aProduct({ merchantId })
    const made = {
      products: product,
      sessions: aSession(product),
      subscriptions: aSubscription(product),
      invoices: anInvoice(product, 1),
      events: {
        ...{ id: newId('evt_'), merchantId, mode: 'test' as const, type: 'product.created' as const },
        ...{ data: {}, traceparent: null, created: 1 },
      },
    }
    await storage.unitOfWork(async tx => {
      await tx.products.insert(made.products)
      await tx.sessions.insert(made.sessions)
      await tx.subscriptions.insert(made.subscriptions)
      await tx.invoices.insert(made.invoices)
      await tx.events.insert(made.events)
      await delay(Math.random() * 4)
      // A query in the middle writes the rows before the end.
      if (Math.random() < 0.3) await tx.subscriptions.byMeterIds([made.subscriptions.meterId])
      await delay(Math.random() * 4)
    })
    for (const [list, { id }] of Object.entries(made)) written[list] = [...(written[list] ?? []), id]
  }
}

await Promise.all(Array.from({ length: Number(writers) }, writeUnits))
await storage.close()
process.stdout.write(`${JSON.stringify(written)}\n`)
