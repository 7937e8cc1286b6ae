import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { secondsOf } from '../../seconds-of.ts'
import { createCaller } from '../../subscriber.ts'
import type { BadDay } from '../day.ts'

const BACK_WITHIN = 15
const END_WITHIN = 5
const REQUESTS = 20

/** Item 1: after a failover old connections hang and new ones work. Later, none does. */
export const silentDatabase: BadDay = {
  what: 'The database falls silent for all open connections; then for new ones too, and a process is told to end',
  holds: `In flight: 503 with \`Retry-After\`, or done. Back within ${BACK_WITHIN} s, ended within ${END_WITHIN} s`,
  play: async ({ world, neighbour }) => {
    const ask = (index: number) =>
      createCaller(world.service.url, neighbour.made.test_key)(
        'POST',
        '/v1/products',
        { name: `silent ${index}`, rate_usd_per_second: '0.001' },
        { 'Idempotency-Key': `silent ${index}` },
      )
    const all = () => Promise.all(Array.from({ length: REQUESTS }, (_, index) => ask(index)))
    world.proxy.silence()
    const asked = all()
    const back = await secondsOf(() =>
      eventually(
        () => Promise.all(world.services.map(({ url }) => fetch(`${url}/readyz`))),
        answers => answers.every(({ ok }) => ok),
        'every process is ready again',
        BACK_WITHIN * 1_000,
      ),
    )
    const refused = (await asked).filter(({ status }) => status !== 200)
    for (const { status, headers } of refused)
      assert.deepEqual([status, headers.get('Retry-After')], [503, '1'])
    assert.ok((await all()).every(({ status }) => status === 200))
    const names = (await world.serverOf(neighbour).eventTypes()).filter(type => type === 'product.created')
    assert.equal(names.length, REQUESTS + 1, 'each was done once')

    world.proxy.swallow()
    const [ending] = world.services.splice(0, 1)
    const end = await secondsOf(async () => assert.equal(await ending?.end('SIGTERM'), 0))
    assert.ok(end < END_WITHIN, `it took ${end} s to end`)
    world.proxy.silence()
    await world.start()
    return `${refused.length} of ${REQUESTS} refused; back after ${back.toFixed(1)} s, ended after ${end.toFixed(1)} s`
  },
}
