import { afterEach, beforeEach, expect, it } from 'vitest'
import { authorise, openSession, prepare } from '../../test/client-scenario.ts'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { ChainError } from '../chain/chain-error.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

/** Lets the chain answer each question about a meter only when the test says so. */
function holdMeterStates(): { waiting: () => number; answerOne: () => void; release: () => void } {
  const held: (() => void)[] = []
  let isHeld = true
  const chain = service.deps.operators.test.current
  if (chain === null) throw new Error('these tests have a chain')
  chain.meterState = async () => {
    if (isHeld) await new Promise<void>(resolve => held.push(resolve))
    return { status: 'open', openedAt: 0, stoppedAt: null, billedSeconds: 0 }
  }
  return {
    waiting: () => held.length,
    answerOne: () => held.shift()?.(),
    release: () => {
      isHeld = false
      for (const answer of held.splice(0)) answer()
    },
  }
}

it('a flood of statements of one merchant over a slow endpoint stops no other merchant', async () => {
  const subs = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const wallet = `0x${(index + 1).toString(16).padStart(40, '0')}`
      return (await authorise(service, await openSession(service), wallet)).sub
    }),
  )
  const rival = await service.newMerchant()
  const { request } = service
  service.request = (method, path, options = {}) =>
    request(method, path, { ...options, key: options.key === undefined ? rival.testKey : options.key })
  const { sub: rivalSub } = await authorise(service, await openSession(service))
  service.request = request

  const endpoint = holdMeterStates()
  const statementOf = (sub: string, key = service.testKey) =>
    service.request('GET', `/v1/subscriptions/${sub}/statement`, { key })
  const flood = Array.from({ length: 300 }, (_, index) => statementOf(subs[index % 50] as string))
  await expect.poll(endpoint.waiting).toBe(100)

  // What needs no chain is answered, and health above all.
  const calm = await Promise.all([
    service.request('GET', '/healthz', { key: null }),
    service.request('GET', `/v1/subscriptions/${subs[0]}`),
    service.request('GET', '/v1/products', { key: rival.testKey }),
    service.request('POST', '/v1/products', { body: { name: 'GPU', rate_usd_per_second: '1' } }),
    service.request('POST', `/v1/subscriptions/${subs[1]}/cancel`),
  ])
  expect(calm.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])

  // The rival's question comes after the hundred that are under way, not after the hundred that wait as well.
  const rivals = statementOf(rivalSub, rival.testKey)
  let [isAnswered, answered] = [false, 0]
  rivals.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    if (endpoint.waiting() > 0) answered += 1
    endpoint.answerOne()
    await new Promise(resolve => setImmediate(resolve))
  }
  expect((await rivals).status).toBe(200)
  expect(answered).toBeLessThan(180)

  endpoint.release()
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(200)
})

it('a session has two questions under way, and the others of its merchant do not wait for it', async () => {
  const { sub } = await authorise(service, await openSession(service))
  const other = `0x${'0c'.repeat(20)}`
  const { sub: otherSub } = await authorise(service, await openSession(service), other)
  const endpoint = holdMeterStates()
  const ask = (id: string) => service.request('GET', `/v1/subscriptions/${id}/statement`)
  const asked = [ask(sub), ask(sub), ask(sub), ask(sub), ask(otherSub)]
  await expect.poll(endpoint.waiting).toBe(3)
  endpoint.release()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

it('an endpoint that does not respond is said to be the chain, and no fault of the service', async () => {
  const session = await openSession(service)
  const chain = service.deps.operators.test.current
  if (chain === null) throw new Error('these tests have a chain')
  chain.accountKind = () => Promise.reject(new ChainError('unreachable', 'secret.example is gone'))
  const { status, json } = await prepare(service, session)
  expect([status, json.error]).toEqual([
    503,
    {
      type: 'api_error',
      code: 'chain_unavailable',
      message: 'The chain is not responding. Try again shortly. See /docs/errors#chain_unavailable',
    },
  ])
})

// docs/money.md, rule 50
it('a page has two effects under way that ask the chain, and another page does not wait for them', async () => {
  const [one, other] = [await openSession(service), await openSession(service)]
  const chain = service.deps.operators.test.current
  if (chain === null) throw new Error('these tests have a chain')
  const asked: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  chain.accountKind = async payer => {
    asked.push(payer)
    await released
    return 'key'
  }
  const wallets = ['1', '2', '3', '4', '5'].map(digit => `0x${digit.repeat(40)}`)
  const sessions = [one, one, one, one, other]
  const drafts = sessions.map((session, index) =>
    prepare(service, session, { wallet_address: wallets[index] }),
  )
  await expect.poll(() => asked).toContain(wallets[4])
  expect(asked.filter(payer => payer !== wallets[4])).toHaveLength(2)
  release()
  expect((await Promise.all(drafts)).map(({ status }) => status)).toEqual(Array(5).fill(200))
})
