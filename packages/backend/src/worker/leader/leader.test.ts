import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { HeldLease, Leases } from '../../storage/postgres/postgres-leases.ts'
import { holdWork } from './leader.ts'

/** The leases of a database that gives the work to another process on demand. */
function leasesOf() {
  let isOurs = true
  const lease: HeldLease = { id: 'work', token: 1, holder: '' }
  const released: HeldLease[] = []
  const leases: Leases = {
    take: async (_id, holder) => (isOurs ? { ...lease, holder } : null),
    renew: async () => isOurs,
    release: async held => void released.push(held),
    read: async () => null,
  }
  const lose = () => {
    isOurs = false
  }
  return { leases, released, lose }
}

// docs/money.md, rule 28
test('behaviour: stopping waits for the end of work whose lease was lost', async () => {
  const { leases, released, lose } = leasesOf()
  const ended = Promise.withResolvers<void>()
  let ends = 0
  const stop = async () => {
    ends += 1
    await ended.promise
  }
  const log = pino({ level: 'silent' })
  const held = await holdWork({ leases, begin: async () => ({ stop }), log })
  lose()
  await vi.waitFor(() => expect(ends).toBe(1), { timeout: 5_000 })
  let isStopped = false
  const stopping = held.stop().then(() => {
    isStopped = true
  })
  // Without anything to wait for it would be over by then.
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  expect(isStopped).toBe(false)
  ended.resolve()
  await stopping
  expect(released).toEqual([])
})
