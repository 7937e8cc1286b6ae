import assert from 'node:assert/strict'
import { balanceOf } from '../../merchant.ts'
import type { BadDay } from '../day.ts'
import { FUNDS, MAX_SECONDS, MOST_OPEN } from '../world.ts'

const GREEDY_SECONDS = 300

/** Item 10: openings that cost the operator more than they bring. */
export const unprofitable: BadDay = {
  what: 'A customer opens as many meters as they can; another one a meter of less than a cent',
  holds: `The least deposit and ${MOST_OPEN} open meters a customer are kept, before any gas is spent`,
  play: async ({ world, neighbour }) => {
    const server = world.serverOf(neighbour)
    const greedy = await world.payer()
    const meters: string[] = []
    const refusals: string[] = []
    while (refusals.length === 0) {
      assert.ok(meters.length <= MOST_OPEN)
      const { id } = await server.session(neighbour.product)
      const { status, body } = await greedy.prepare(id, GREEDY_SECONDS)
      if (status !== 200) refusals.push((body as unknown as { error: { code: string } }).error.code)
      else {
        const done = await greedy.authorise(id, body.draft, await greedy.sign(body))
        if (done.status === 200) meters.push(done.body.subscription.id)
        else refusals.push((done.body as unknown as { error: { code: string } }).error.code)
      }
    }
    assert.equal(meters.length, MOST_OPEN)
    for (const id of meters) await server.act(id, 'cancel')
    const cheap = await server.call<{ error: { code: string } }>('POST', '/v1/checkout/sessions', {
      ...{ product: (await server.product({ rate_usd_per_second: '0.000001' })).id },
      ...{ success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' },
      max_duration_seconds: MAX_SECONDS,
    })
    assert.equal(cheap.status, 400)
    refusals.push(cheap.body.error.code)
    const spent = FUNDS - (await balanceOf(world.others, greedy.account.address))
    assert.ok(spent < 1_000_000n)
    return `refused as ${refusals.map(code => `\`${code}\``).join(' and ')}`
  },
}
