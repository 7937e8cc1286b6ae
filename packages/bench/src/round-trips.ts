import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient, PRODUCT, sessionOf } from './api-client.ts'
import { startDistantDatabase } from './distant-database.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { startRealBackend } from './real-backend.ts'

const REQUESTS = 60
const ANSWER_MILLIS = 40
const MOST_OF_A_READ = 2
const MOST_OF_A_CREATE = 4

/** How often a read and a create wait for the database: with answers that take much longer than anything else, the time says it. */
export async function roundTrips(database: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const distant = await startDistantDatabase(database, ANSWER_MILLIS)
  const server = await startRealBackend(folder, distant.address)
  try {
    const { url, merchant } = server.line
    const client = createApiClient(url, merchant.test_key)
    const product = await client.post<{ id: string }>('/v1/products', PRODUCT)
    const body = JSON.stringify(sessionOf(product.id))
    const create = async () => {
      const headers = { ...client.headers, 'idempotency-key': randomUUID() }
      const answer = await fetch(`${url}/v1/checkout/sessions`, { method: 'POST', headers, body })
      return (await answer.json()) as { id: string }
    }
    const { id } = await create()
    const waits = async (work: () => Promise<unknown>) => {
      const millis: number[] = []
      while (millis.length < REQUESTS) {
        const started = performance.now()
        await work()
        millis.push(performance.now() - started)
      }
      return Math.floor(median(millis) / ANSWER_MILLIS)
    }
    const read = await waits(() => client.get(`/v1/checkout/sessions/${id}`))
    const created = await waits(create)
    const figure = { bench: 'api', unit: 'trips', against: null, ratio: null }
    return [
      {
        ...{ ...figure, metric: 'retrieve, round trips to the database', value: read },
        ...{ target: `<= ${MOST_OF_A_READ}`, ok: read <= MOST_OF_A_READ },
      },
      {
        ...{ ...figure, metric: 'create with key, round trips to the database', value: created },
        ...{ target: `<= ${MOST_OF_A_CREATE}`, ok: created <= MOST_OF_A_CREATE },
      },
    ]
  } finally {
    await server.stop()
    await distant.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
