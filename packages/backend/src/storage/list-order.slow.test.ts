import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import type { Scope } from '../domain/entities.ts'
import { aMerchant } from './entities.fixture.ts'
import { openPostgresStorage } from './postgres/postgres-storage.ts'
import type { Page, PageRequest, Storage } from './storage.ts'

const WRITERS_A_PROCESS = 8
const UNITS_A_WRITER = 40

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

/** A process that adds to lists of a merchant from many places at once. Resolves with the ids it has committed, by list. */
async function write(address: string, merchantId: string): Promise<Record<string, string[]>> {
  const program = join(import.meta.dirname, 'list-writer.fixture.ts')
  const args = [address, merchantId, String(WRITERS_A_PROCESS), String(UNITS_A_WRITER)]
  const child = spawn(process.execPath, ['--conditions=@per-second/source', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  await ended
  return JSON.parse(String(line))
}

const LISTS = ['products', 'sessions', 'events', 'subscriptions', 'invoices'] as const

type ListName = (typeof LISTS)[number]

async function pageOf(storage: Storage, list: ListName, scope: Scope, request: PageRequest) {
  const page = await storage.read(async tx => {
    const repository: { list(scope: Scope, page: PageRequest): Promise<Page<{ id: string }> | null> } =
      tx[list]
    return repository.list(scope, request)
  })
  if (page === null) throw new Error('The cursor is an object of this list.')
  return page
}

/** Reads on from the newest object it knows, as a merchant who polls does, until it has been told that no more will come. */
async function poll(storage: Storage, list: ListName, scope: Scope, done: () => boolean) {
  const seen: string[] = []
  for (;;) {
    const last = done()
    for (let hasMore = true; hasMore; ) {
      // Before there is anything to go on from, the first page says where to begin.
      const request = seen.length === 0 ? { limit: 1 } : { limit: 7, endingBefore: seen.at(-1) }
      const page = await pageOf(storage, list, scope, request)
      hasMore = seen.length > 0 && page.hasMore
      seen.push(...page.data.map(({ id }) => id).toReversed())
    }
    if (last) return seen
  }
}

test('property: a reader that goes on from its newest object skips none and sees none twice, with two processes of eight writers', async () => {
  const address = await server.newDatabase()
  const storage = await openPostgresStorage(address)
  const merchant = aMerchant()
  await storage.unitOfWork(tx => tx.merchants.insert(merchant))
  const scope: Scope = { merchantId: merchant.id, mode: 'test' }
  let done = false
  const writing = Promise.all([write(address, merchant.id), write(address, merchant.id)]).finally(() => {
    done = true
  })
  const polled = await Promise.all(LISTS.map(list => poll(storage, list, scope, () => done)))
  const written = await writing
  for (const [place, list] of LISTS.entries()) {
    const seen = polled[place] as string[]
    const all = written.flatMap(each => each[list] ?? [])
    expect(all).toHaveLength(2 * WRITERS_A_PROCESS * UNITS_A_WRITER)
    // From the first page on: older rows are behind the cursor.
    const pages: string[] = []
    for (let after: string | undefined, more = true; more; after = pages.at(-1)) {
      const page = await pageOf(storage, list, scope, { limit: 100, startingAfter: after })
      pages.push(...page.data.map(({ id }) => id))
      more = page.hasMore
    }
    expect([list, pages.toSorted()]).toEqual([list, all.toSorted()])
    const [first = ''] = seen
    expect([list, seen]).toEqual([list, pages.slice(0, pages.indexOf(first) + 1).toReversed()])
  }
  await storage.close()
})
