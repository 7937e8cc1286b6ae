import assert from 'node:assert/strict'
import type { Product } from '@per-second/protocol/types'
import { eventually } from '../../eventually.ts'
import { listAll } from '../../list-all.ts'
import { secondsOf } from '../../seconds-of.ts'
import { createCaller } from '../../subscriber.ts'
import type { BadDay } from '../day.ts'

const BACK_WITHIN = 15
const WRITERS = 8
const PRODUCTS = 50

/** The database's server is killed without warning and its standby takes over, while merchants are at work. */
export const failover: BadDay = {
  what: 'The database’s server is killed under load, and its synchronous standby takes over',
  holds: `Back within ${BACK_WITHIN} s; whatever was acknowledged is there, and nothing is there twice`,
  play: async ({ world, neighbour }) => {
    let acknowledged = 0
    const write = (name: string) =>
      eventually(
        () =>
          createCaller(world.service.url, neighbour.made.test_key)<Product>(
            'POST',
            '/v1/products',
            { name, rate_usd_per_second: '0.001' },
            { 'Idempotency-Key': name },
          ),
        ({ status }) => {
          acknowledged += status === 200 ? 1 : 0
          return status === 200
        },
        `${name} is written`,
      )
    const names = Array.from({ length: WRITERS }, (_, writer) =>
      Array.from({ length: PRODUCTS }, (_, index) => `failover ${writer}.${index}`),
    )
    const writing = Promise.all(
      names.map(async own => {
        for (const name of own) await write(name)
      }),
    )
    await eventually(
      async () => acknowledged,
      count => count > (WRITERS * PRODUCTS) / 4,
      'some is written',
    )
    const down = await secondsOf(async () => {
      await world.standby.takeOver()
      world.proxy.leadTo(world.standby.port)
      world.proxy.silence()
      await eventually(
        () => Promise.all(world.services.map(({ url }) => fetch(`${url}/readyz`))),
        answers => answers.every(({ ok }) => ok),
        'every process is ready again',
        BACK_WITHIN * 1_000,
      )
    })
    await writing
    const written = (await listAll<Product>(world.serverOf(neighbour).call, '/v1/products'))
      .map(({ name }) => name)
      .filter(name => name.startsWith('failover '))
    assert.deepEqual(written.toSorted(), names.flat().toSorted())
    return `back after ${down.toFixed(1)} s; ${written.length} writes, each there once`
  },
}
