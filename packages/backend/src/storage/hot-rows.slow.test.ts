import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { aProduct } from './entities.fixture.ts'
import { openPostgresStorage } from './postgres/postgres-storage.ts'

const WRITERS_A_PROCESS = 300

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function write(address: string, productId: string): Promise<string[]> {
  const program = join(import.meta.dirname, 'hot-row-writer.fixture.ts')
  const args = [program, address, productId, String(WRITERS_A_PROCESS)]
  const child = spawn(process.execPath, ['--conditions=@per-second/source', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  await ended
  return JSON.parse(String(line))
}

test('behaviour: units of two processes that all change one row are all done, each once', async () => {
  const address = await server.newDatabase()
  const storage = await openPostgresStorage(address)
  const product = aProduct()
  await storage.unitOfWork(tx => tx.products.insert(product))
  expect(await Promise.all([write(address, product.id), write(address, product.id)])).toEqual([[], []])
  const written = await storage.read(tx => tx.products.get(product.id))
  expect(written?.activeSubscriptions).toBe(2 * WRITERS_A_PROCESS)
  await storage.close()
})
