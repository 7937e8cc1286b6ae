import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { makeMerchant } from './make-merchant.ts'
import { merchantServerOn } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSubscriber } from './subscriber.ts'

const ADMIN_TOKEN = 'admin-token-of-this-test'

let server: PostgresServer
let others: ChainOfOthers
beforeAll(async () => {
  ;[server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
})
afterAll(() => Promise.all([others.remove(), server.stop()]))

/** Every sample of a process, by name and labels. */
async function samples(backend: { url: string }): Promise<Map<string, string>> {
  const answer = await fetch(`${backend.url}/metrics`, {
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
  })
  const lines = (await answer.text()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  )
}

test('behaviour: one process leads, and its endpoints and its chain are measured', async () => {
  const operator = await others.newOperator()
  const database = await server.newDatabase()
  const env = { OPERATOR_KEY: operator.key, SECRETS_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN }
  const options = { args: [...others.args, '--database-url', database], env }
  const started: BackendProcess<RealServiceLine>[] = []
  try {
    const leader = await startBackend<RealServiceLine>(options)
    started.push(leader)
    const follower = await startBackend<RealServiceLine>(options)
    started.push(follower)
    expect(await Promise.all(started.map(async each => (await samples(each)).get('billing_leader')))).toEqual(
      ['1', '0'],
    )
    expect(Number((await samples(follower)).get('billing_lease_age_seconds'))).toBeLessThan(5)

    const made = await makeMerchant('--database-url', database)
    const merchant = merchantServerOn(follower, made)
    const subscriber = createSubscriber(follower)
    await others.fund(subscriber.account.address, 10_000_000n)
    const product = await merchant.product({ rate_usd_per_second: '0.001' })
    const { id } = await subscriber.subscribe(await merchant.session(product), 3600)
    await expect.poll(async () => (await merchant.subscription(id)).elapsed_seconds).toBeGreaterThan(1)
    expect((await merchant.act(id, 'cancel')).status).toBe('canceled')

    const asked = 'billing_rpc_request_duration_seconds_count{chain="31337",endpoint="1",outcome="answered"}'
    expect(Number((await samples(leader)).get(asked))).toBeGreaterThan(0)
    expect((await samples(leader)).get('billing_chain_blocks_behind{mode="test"}')).toMatch(/^\d$/)
  } finally {
    for (const each of started) await each.remove()
  }
})
