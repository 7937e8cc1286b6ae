import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { secondsOf } from '../../seconds-of.ts'
import type { BadDay } from '../day.ts'
import { MAX_SECONDS } from '../world.ts'

/** Item 11: 15 seconds ago the response was that work is under way. A repeat with its key returns the present state. */
export const unfinishedAnswer: BadDay = {
  what: 'The chain stands for as long as a request waits, then goes on; the request is repeated with its key',
  holds: 'First `open`, then `complete`: a repeat says how it stands',
  play: async ({ world, neighbour }) => {
    const payer = await world.payer()
    const server = world.serverOf(neighbour)
    const { id } = await server.session(neighbour.product)
    const { body: prepared } = await payer.prepare(id, MAX_SECONDS)
    const signature = await payer.sign(prepared)
    const ask = async () => {
      const key = { 'Idempotency-Key': `unfinished ${id}` }
      const { status, body } = await payer.authorise(id, prepared.draft, signature, key)
      assert.equal(status, 200)
      return body
    }
    await world.others.setMining(false)
    let first = ''
    const waited = await secondsOf(async () => {
      first = (await ask()).session.status
    })
    await world.others.setMining(true)
    assert.equal(first, 'open')
    await eventually(
      () => server.retrieveSession(id),
      ({ status }) => status === 'complete',
      'the session is complete',
    )
    const { session, subscription, client_token: token } = await ask()
    assert.equal(session.status, 'complete')
    world.meters.push({ id: subscription.id, shop: neighbour, account: payer.account, token })
    return `\`open\` after ${waited.toFixed(1)} s, \`complete\` to the repeat`
  },
}
