import assert from 'node:assert/strict'
import { secondsOf } from '../../seconds-of.ts'
import type { BadDay } from '../day.ts'
import type { Service, World } from '../world.ts'

const PROBES = 3_000
const AT_ONCE = 4_000

async function rpcRequests(world: World, service: Service): Promise<number> {
  const counts = [...(await world.metrics(service))].filter(([name]) =>
    name.startsWith('billing_rpc_request_duration_seconds_count'),
  )
  return counts.reduce((sum, [, value]) => sum + value, 0)
}

/** Item 9: a flood of requests makes the service neither call the chain as often, nor fail for others. */
export const floods: BadDay = {
  what: `${PROBES} calls of \`/readyz\`, then ${AT_ONCE} requests at once`,
  holds: 'The chain is asked no more than once for ten probes, and nothing is answered 500',
  play: async ({ world, crowd }) => {
    // A process that does not lead has no other calls to the chain.
    const follower = world.services.at(-1) as Service
    const before = await rpcRequests(world, follower)
    const took = await secondsOf(async () => {
      for (let count = 0; count < PROBES; count += 1)
        await (await fetch(`${follower.url}/readyz`)).arrayBuffer()
    })
    const asked = (await rpcRequests(world, follower)) - before
    assert.ok(asked <= PROBES / 10, `${asked} questions for ${PROBES} probes`)

    const [meter] = world.meters
    const headers = { Authorization: `Bearer ${crowd.made.test_key}` }
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const answer = await fetch(`${follower.url}/v1/subscriptions/${meter?.id}`, { headers })
        await answer.arrayBuffer()
        return answer
      }),
    )
    const others = answers.filter(({ status }) => status !== 200)
    for (const { status, headers } of others)
      assert.deepEqual([status, headers.has('Retry-After')], [503, true])
    return `${asked} questions in ${took.toFixed(1)} s; ${AT_ONCE - others.length} answered, ${others.length} told to come back, none failed`
  },
}
