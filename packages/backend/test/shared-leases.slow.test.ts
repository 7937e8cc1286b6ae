import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HeldLease } from '../src/storage/postgres/postgres-leases.ts'
import { openPostgresStorage, type PostgresStorage } from '../src/storage/postgres/postgres-storage.ts'
import { holdWork } from '../src/worker/leader/leader.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const SHARDS = ['1:0xaa', '1:0xbb']
const ELSEWHERE = JSON.stringify({
  machine: 'other/boot/pid',
  pid: 7,
  started: '1',
  embedded: false,
  id: 'x',
})

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function onStorage(work: (storage: PostgresStorage) => Promise<void>) {
  const storage = await openPostgresStorage(await server.newDatabase())
  try {
    await work(storage)
  } finally {
    await storage.close()
  }
}

/** One that would be a process: what it holds, by lease. */
async function take(storage: PostgresStorage, shards = SHARDS) {
  const holds = new Map<string, HeldLease>()
  const { stop } = await holdWork({
    leases: storage.leases,
    shards,
    onGain: async lease => void holds.set(lease.id, lease),
    onLoss: async id => void holds.delete(id),
    log: pino({ level: 'silent' }),
  })
  return { holds, stop }
}

test('behaviour: a process that comes alone does all the work; when it goes, those that follow share it, and no lease has two holders', () =>
  onStorage(async storage => {
    const first = await take(storage)
    expect([...first.holds.keys()]).toEqual(['common', ...SHARDS])
    const others = await Promise.all([take(storage), take(storage), take(storage)])
    await first.stop()
    const held = () => others.map(({ holds }) => [...holds.keys()])
    await expect.poll(() => held().flat().toSorted()).toEqual([...SHARDS, 'common'])
    expect(Math.max(...held().map(({ length }) => length))).toBeLessThan(3)
    await Promise.all(others.map(({ stop }) => stop()))
  }))

test('behaviour: a process that comes later is given some, and then nobody gives anything any more', () =>
  onStorage(async storage => {
    const first = await take(storage)
    expect(first.holds.size).toBe(3)
    const second = await take(storage)
    const shares = () => [first.holds.size, second.holds.size]
    await expect.poll(shares).toEqual([2, 1])
    const before = [...first.holds, ...second.holds]
    const third = await take(storage)
    await expect.poll(() => [...shares(), third.holds.size]).toEqual([1, 1, 1])
    // Whoever keeps one has never let go of it: a lease that changes hands has another token.
    const kept = [...first.holds, ...second.holds].map(([id, { token }]) => [id, token])
    expect(before.map(([id, { token }]) => [id, token])).toEqual(expect.arrayContaining(kept))
    await second.stop()
    await expect.poll(() => first.holds.size + third.holds.size).toBe(3)
    await Promise.all([first.stop(), third.stop()])
  }))

test('behaviour: a process with fewer keys is given nothing that it cannot take, and keeps nobody from the rest', () =>
  onStorage(async storage => {
    const many = await take(storage)
    const more = await take(storage)
    const all = [many, more]
    await expect.poll(() => all.map(({ holds }) => holds.size)).toEqual([2, 1])
    const [only] = [...more.holds.keys()] as [string]
    const few = await take(storage, [only])
    all.push(few)
    const held = () => all.map(({ holds }) => [...holds.keys()])
    await expect
      .poll(() => [held().flat().toSorted(), few.holds.size])
      .toEqual([[...SHARDS, 'common'].toSorted(), 1])
    await Promise.all(all.map(({ stop }) => stop()))
  }))

test('error: work that cannot begin keeps nobody from the rest', () =>
  onStorage(async storage => {
    for (const id of ['common', ...SHARDS]) await storage.leases.take(id, ELSEWHERE, 1)
    const begun: string[] = []
    const { stop } = await holdWork({
      leases: storage.leases,
      shards: SHARDS,
      onGain: async ({ id }) => {
        if (id === 'common') throw new Error('no chain')
        begun.push(id)
      },
      onLoss: async () => {},
      log: pino({ level: 'silent' }),
    })
    await expect.poll(() => begun).toEqual(SHARDS)
    await stop()
  }))

test('behaviour: whoever has lost one lease can commit nothing under it, and goes on with the others', () =>
  onStorage(async storage => {
    const { holds, stop } = await take(storage)
    const [first, second] = SHARDS.map(id => holds.get(id) as HeldLease) as [HeldLease, HeldLease]
    const write = (lease: HeldLease) =>
      storage.fenced(lease).unitOfWork(tx => tx.settings.set('written by', lease.id))
    expect(await storage.leases.take(first.id, ELSEWHERE, 60, first.holder)).not.toBeNull()
    await expect(write(first)).rejects.toMatchObject({ code: 'lease_lost' })
    await write(second)
    expect(await storage.read(tx => tx.settings.get('written by'))).toBe(second.id)
    await expect.poll(() => [...holds.keys()]).toEqual(['common', second.id])
    await stop()
  }))

test('error: beside an older version, which sends for all operators under one lease, nothing starts; and none can begin later', () =>
  onStorage(async storage => {
    const old = (await storage.leases.take('leader', ELSEWHERE, 60)) as HeldLease
    await expect(take(storage)).rejects.toThrow(
      'An older version (process 7 on other) does the work of this database by a lease for all operators. End all processes of that version, then start this one.',
    )
    await storage.leases.release(old)
    const { stop } = await take(storage)
    expect(await storage.leases.take('leader', ELSEWHERE, 60)).toBeNull()
    expect(await storage.leases.renew(old, 60)).toBe(false)
    await stop()
  }))

test('error: a process that cannot begin takes nothing from one that can, though it holds less', () =>
  onStorage(async storage => {
    const able = await take(storage)
    const refused: string[] = []
    const { stop } = await holdWork({
      leases: storage.leases,
      shards: SHARDS,
      onGain: async ({ id }) => {
        refused.push(id)
        throw new Error('This machine cannot.')
      },
      onLoss: async () => {},
      log: pino({ level: 'silent' }),
    })
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    const all = ['common', ...SHARDS].toSorted()
    await expect.poll(() => [...able.holds.keys()].toSorted()).toEqual(all)
    await Promise.all([stop(), able.stop()])
  }))
