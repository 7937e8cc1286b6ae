import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authorise, handIn, openSession, prepare } from '../../test/client-scenario.ts'
import { type Answered, startTestService, type TestService } from '../../test/test-service.ts'
import { changeJobs } from '../actions/meter/change-meter.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import type { ChainJob } from '../domain/entities.ts'

const OTHER_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** The refusal of a meter that is over, or that another checkout carries on. */
const TAKEN = [400, 'subscription_invalid_state', 'replaces']

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

const refusal = ({ status, json }: Answered) => [status, json.error.code, json.error.param]
const meterOf = async (sub: string) => (await service.request('GET', `/v1/subscriptions/${sub}`)).json
const act = (sub: string, action: string) =>
  service.request('POST', `/v1/subscriptions/${sub}/${action}`, { body: {} })
const pass = (seconds: number) => service.clock.moveTo(service.clock.now() + seconds * 1_000)
type Named = { replaces?: string | null; replaced_by?: string | null }
type BillingEvent = { type: string; data: { object: Named } }
const namesOf = ({ replaces, replaced_by }: Named) => [replaces, replaced_by]
const typesOf = async (sub: string): Promise<string[]> => {
  const { json } = await service.request('GET', '/v1/events?limit=100')
  const own = json.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === sub)
  return own.map(({ type }: { type: string }) => type).toReversed()
}

/** A running meter, and a draft that carries it on. */
const carryOn = async (product: Record<string, unknown> = {}) => {
  const first = await openSession(service, { allow_pause: true })
  const { sub } = await authorise(service, first)
  const second = await openSession(service, product)
  const { json } = await prepare(service, second, { replaces: first })
  return { first, sub, second, draft: json.draft as string }
}

describe('a checkout that carries a meter on (docs/money.md, rule 80)', () => {
  it('ends the old meter in the instant in which the new one starts, each charged to its second', async () => {
    const { sub, second, draft } = await carryOn()
    pass(100.25)
    const { json } = await handIn(service, second, draft)
    const { id: next, started_at: at } = json.subscription
    expect(json.subscription).toMatchObject({ status: 'running', replaces: sub, replaced_by: null })
    const old = { status: 'canceled', cancel_reason: 'replaced', ended_at: at, replaced_by: next }
    expect(await meterOf(sub)).toMatchObject({ ...old, replaces: null, elapsed_seconds: 100 })
    pass(50)
    expect(await meterOf(sub)).toMatchObject({ ...old, elapsed_seconds: 100 })
    expect(await meterOf(next)).toMatchObject({ status: 'running', elapsed_seconds: 50 })
    expect(await typesOf(sub)).toEqual([
      'subscription.prepared',
      'subscription.started',
      'subscription.canceled',
    ])
    expect(await service.storage.read(tx => tx.jobs.pendingOf([sub]))).toMatchObject([
      { kind: 'close', toSecond: 100 },
    ])
    const { json: products } = await service.request('GET', '/v1/products')
    expect(products.data.map((each: { active_subscriptions: number }) => each.active_subscriptions)).toEqual([
      1, 0,
    ])
  })

  it('names the other meter in the events, the lists and the answers to the subscriber', async () => {
    const { sub, second, draft } = await carryOn()
    const { json } = await handIn(service, second, draft)
    const { id: next } = json.subscription
    const { json: events } = await service.request('GET', '/v1/events?limit=3')
    const named = { [sub]: [null, next], [next]: [sub, null] }
    expect(
      events.data.toReversed().map(({ type, data: { object } }: BillingEvent) => [type, namesOf(object)]),
    ).toEqual([
      ['subscription.started', named[next]],
      ['checkout.session.completed', [undefined, undefined]],
      ['subscription.canceled', named[sub]],
    ])
    const { json: list } = await service.request('GET', '/v1/subscriptions')
    expect(list.data.map(namesOf)).toEqual([named[next], named[sub]])
    const path = `/v1/client/subscriptions/${next}`
    const headers = { Authorization: `Bearer ${json.client_token}` }
    expect(namesOf((await service.request('GET', path, { key: null, headers })).json)).toEqual(named[next])
  })

  it('lets the old meter run until the merchant starts the new one', async () => {
    const { sub, second, draft } = await carryOn({ start_mode: 'merchant' })
    const { json } = await handIn(service, second, draft)
    const { id: next } = json.subscription
    expect(json.subscription).toMatchObject({ status: 'pending_start', replaces: sub })
    pass(30)
    expect(await meterOf(sub)).toMatchObject({ status: 'running', elapsed_seconds: 30, replaced_by: null })
    const { json: started } = await act(next, 'start')
    expect(await meterOf(sub)).toMatchObject({
      ...{ status: 'canceled', cancel_reason: 'replaced', elapsed_seconds: 30 },
      ...{ ended_at: started.started_at, replaced_by: next },
    })
  })

  it('leaves the old meter alone when the new one is canceled before it starts, and may be tried again', async () => {
    const { first, sub, second, draft } = await carryOn({ start_mode: 'merchant' })
    const { json } = await handIn(service, second, draft)
    const third = await openSession(service)
    expect(refusal(await prepare(service, third, { replaces: first }))).toEqual(TAKEN)
    await act(json.subscription.id, 'cancel')
    expect(await meterOf(sub)).toMatchObject({ status: 'running', replaced_by: null })
    expect((await prepare(service, third, { replaces: first })).status).toBe(200)
  })

  it('is not carried on itself before it starts, while the old meter counts', async () => {
    const { sub, second, draft } = await carryOn({ start_mode: 'merchant' })
    await handIn(service, second, draft)
    const third = await openSession(service)
    // The third meter would end the second one, and the first one would go on beside it.
    expect(refusal(await prepare(service, third, { replaces: second }))).toEqual(TAKEN)
    await act(sub, 'cancel')
    const { json } = await prepare(service, third, { replaces: second })
    expect((await handIn(service, third, json.draft)).json.subscription).toMatchObject({ status: 'running' })
  })

  it('leaves the old meter alone while the opening is in flight and when it fails, and may be tried again', async () => {
    const { first, sub, second, draft } = await carryOn()
    const third = await openSession(service)
    service.deps.worker.waitFor = async jobId => {
      pass(10)
      expect(await meterOf(sub)).toMatchObject({ status: 'running', elapsed_seconds: 10, replaced_by: null })
      expect(refusal(await prepare(service, third, { replaces: first }))).toEqual(TAKEN)
      await service.storage.unitOfWork(async tx => {
        const operation = { tx, now: service.clock.now(), newId: service.deps.newId, policy: localPolicy }
        const jobs = [(await tx.jobs.get(jobId)) as ChainJob]
        const failed = { type: 'openingFailed', jobId, code: 'chain_unavailable', byPayer: false } as const
        await changeJobs(operation, jobs, () => failed)
      })
      return true
    }
    expect(refusal(await handIn(service, second, draft))).toEqual([503, 'chain_unavailable', undefined])
    pass(10)
    expect(await meterOf(sub)).toMatchObject({ status: 'running', elapsed_seconds: 20, replaced_by: null })
    expect((await prepare(service, third, { replaces: first })).status).toBe(200)
  })

  it('takes one of two checkouts that replace the same meter, submitted at once', async () => {
    const { first, sub, second, draft } = await carryOn()
    const third = await openSession(service)
    const { json: other } = await prepare(service, third, { replaces: first })
    const submit = [() => handIn(service, second, draft), () => handIn(service, third, other.draft)]
    const answers = await Promise.all(submit.map(each => each()))
    const won = answers.findIndex(({ status }) => status === 200)
    expect(refusal(answers[1 - won] as Answered)).toEqual(TAKEN)
    const again = (await submit[won]?.()) as Answered
    expect(again.json.subscription.id).toBe(answers[won]?.json.subscription.id)
    expect(await meterOf(sub)).toMatchObject({ replaced_by: again.json.subscription.id })
    // The new meter is carried on like any other.
    const [winner, loser] = won === 0 ? [second, third] : [third, second]
    expect((await prepare(service, loser, { replaces: winner })).status).toBe(200)
  })

  it('refuses a meter that has ended, before and after the signature', async () => {
    const { first, sub, second, draft } = await carryOn()
    await act(sub, 'cancel')
    for (const refused of [
      await prepare(service, second, { replaces: first }),
      await handIn(service, second, draft),
    ])
      expect(refusal(refused)).toEqual(TAKEN)
  })

  it('refuses a meter at its maximum, which nothing has ended yet', async () => {
    const { first, second } = await carryOn()
    pass(3_000)
    const { json } = await prepare(service, second, { replaces: first })
    pass(600)
    for (const refused of [
      await prepare(service, second, { replaces: first }),
      await handIn(service, second, json.draft),
    ])
      expect(refusal(refused)).toEqual(TAKEN)
  })

  it('takes the place of a meter that its merchant has not started yet', async () => {
    const first = await openSession(service, { start_mode: 'merchant' })
    const { sub } = await authorise(service, first)
    const second = await openSession(service)
    const { json } = await prepare(service, second, { replaces: first })
    expect((await handIn(service, second, json.draft)).json.subscription).toMatchObject({ status: 'running' })
    expect(await meterOf(sub)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'replaced',
      settled_usd: '0',
    })
  })

  it('knows no meter of another wallet, merchant or mode, and none of an open or unknown session', async () => {
    const { first, second } = await carryOn()
    const missing = [404, 'resource_missing', 'replaces']
    for (const replaces of ['cs_unknown', second])
      expect(refusal(await prepare(service, second, { replaces }))).toEqual(missing)
    const foreign = await prepare(service, second, { replaces: first, wallet_address: OTHER_WALLET })
    expect(refusal(foreign)).toEqual(missing)
    const { testKey } = await service.newMerchant()
    for (const key of [testKey, service.liveKey]) {
      const own: TestService = {
        ...service,
        request: (method, path, options) => service.request(method, path, { key, ...options }),
      }
      const session = await openSession(own)
      expect(refusal(await prepare(service, session, { replaces: first }))).toEqual(missing)
    }
    for (const replaces of ['', null, 7])
      expect((await prepare(service, second, { replaces })).json.error.param).toBe('replaces')
  })

  it('asks for no more open meters than the wallet has', async () => {
    const { first, second } = await carryOn()
    service.deps.policy = { ...localPolicy, maxOpenMeters: 1 }
    expect(refusal(await prepare(service, second))).toEqual([400, 'open_meters_exceeded', undefined])
    const { json } = await prepare(service, second, { replaces: first })
    expect((await handIn(service, second, json.draft)).json.subscription).toMatchObject({ status: 'running' })
  })
})
