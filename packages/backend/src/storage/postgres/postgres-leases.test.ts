import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import type { HeldLease } from './postgres-leases.ts'
import { openPostgresStorage, type PostgresStorage } from './postgres-storage.ts'

let server: PostgresServer
let storage: PostgresStorage
let other: PostgresStorage
beforeAll(async () => {
  server = await startPostgres()
  const address = await server.newDatabase()
  ;[storage, other] = await Promise.all([openPostgresStorage(address), openPostgresStorage(address)])
})
afterAll(async () => {
  await Promise.all([storage.close(), other.close()])
  await server.stop()
})

let id: string
beforeEach(({ task }) => {
  id = task.id
})
const taken = async (promise: Promise<HeldLease | null>): Promise<HeldLease> => {
  const lease = await promise
  if (lease === null) throw new Error('The lease was not given.')
  return lease
}

describe('a lease', () => {
  test('is one holder’s, however many ask at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? storage : other).leases.take(id, `holder ${index}`, 60),
      ),
    )
    expect(asked.filter(lease => lease !== null)).toHaveLength(1)
  })

  test('is renewed by its holder, and no other process gets it meanwhile', async () => {
    const lease = await taken(storage.leases.take(id, 'a', 60))
    expect(await storage.leases.renew(lease, 60)).toBe(true)
    expect(await other.leases.take(id, 'b', 60)).toBeNull()
    expect(await other.leases.read(id)).toEqual({
      holder: 'a',
      token: 1,
      expired: false,
      secondsLeft: expect.closeTo(60, -1),
    })
  })

  test('goes on with a higher token when it is released, and when its time is over', async () => {
    const first = await taken(storage.leases.take(id, 'a', 60))
    await storage.leases.release(first)
    expect(await other.leases.take(id, 'b', 0)).toEqual({ id, token: 2, holder: 'b' })
    await delay(10)
    expect(await other.leases.take(id, 'c', 60)).toEqual({ id, token: 3, holder: 'c' })
    expect(await storage.leases.renew(first, 60)).toBe(false)
  })

  test('that was released by an earlier holder stays with the later one', async () => {
    const first = await taken(storage.leases.take(id, 'a', 0))
    await taken(other.leases.take(id, 'b', 60))
    await storage.leases.release(first)
    expect(await storage.leases.read(id)).toEqual({
      holder: 'b',
      token: 2,
      expired: false,
      secondsLeft: expect.closeTo(60, -1),
    })
  })
})

describe('units of work of a lease’s holder', () => {
  const write = (lease: HeldLease, key: string) =>
    storage.fenced(lease).unitOfWork(tx => tx.settings.set(key, 'written'))
  const written = (key: string) => other.read(tx => tx.settings.get(key))

  test('commit while it is held, one after the other', async () => {
    const lease = await taken(storage.leases.take(id, 'a', 60))
    const keys = Array.from({ length: 8 }, (_, index) => `${id}.${index}`)
    await Promise.all(keys.map(key => write(lease, key)))
    expect(await Promise.all(keys.map(written))).toEqual(keys.map(() => 'written'))
  })

  // docs/money.md, rule 28
  test('are refused once another process has it, and leave nothing', async () => {
    const lease = await taken(storage.leases.take(id, 'a', 0))
    await taken(other.leases.take(id, 'b', 60))
    await expect(write(lease, id)).rejects.toMatchObject({ name: 'StorageError', code: 'lease_lost' })
    expect(await written(id)).toBeNull()
  })

  test('hold the lease until they have ended: it is renewed meanwhile, and no process takes over in the middle of one', async () => {
    // Its time is over at once: only the unit keeps it.
    const lease = await taken(storage.leases.take(id, 'a', 0))
    const order: string[] = []
    const { promise: held, resolve: proceed } = Promise.withResolvers<void>()
    const { promise: beginning, resolve: begun } = Promise.withResolvers<void>()
    const unit = storage.fenced(lease).unitOfWork(async tx => {
      await tx.settings.set(id, 'written')
      begun()
      await held
      order.push('unit')
    })
    await beginning
    expect(await storage.leases.renew(lease, 0)).toBe(true)
    const taking = other.leases.take(id, 'b', 60).then(() => order.push('taken'))
    await Promise.race([taking, delay(100)])
    proceed()
    await Promise.all([unit, taking])
    expect(order).toEqual(['unit', 'taken'])
    expect(await written(id)).toBe('written')
  })
})

test('error: an address that is none is refused without being repeated', async () => {
  for (const address of ['secret', 'http://user:secret@host/x', 'postgres://user:secret@host:port/x']) {
    const refusal = await openPostgresStorage(address).catch(error => error)
    expect(refusal).toMatchObject({ name: 'StorageError', code: 'address_invalid' })
    expect(`${refusal.message} ${refusal.cause}`).not.toContain('secret')
  }
})

test('error: a server that is not there is unavailable, and its password stays unsaid', async () => {
  const refusal = await openPostgresStorage('postgres://user:secret@127.0.0.1:1/x').catch(error => error)
  expect(refusal).toMatchObject({ name: 'StorageError', code: 'unavailable' })
  expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain('secret')
})

test('behaviour: tables are made once, however many processes start on an empty database', async () => {
  const address = await server.newDatabase()
  const opened = await Promise.all(Array.from({ length: 6 }, () => openPostgresStorage(address)))
  await Promise.all(opened.map(each => each.close()))
})
