import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorise, handIn, openSession, prepare } from '../../test/client-scenario.ts'
import { type Answered, GENUINE, NOW, startTestService, type TestService } from '../../test/test-service.ts'
import type { Chain, MeterState } from '../chain/chain.ts'
import type { Subscription } from '../domain/entities.ts'

let service: TestService
let chain: Chain
let sub: string
/** The escrow's state of the meter, and the instant of the newest confirmed block. */
let state: MeterState
let head: number
beforeEach(async () => {
  service = await startTestService()
  chain = service.deps.operators.test.current as Chain
  chain.meterState = async () => state
  chain.head = async () => ({ number: 1, hash: '0x00', parentHash: '0x00', timestamp: head })
  state = { status: 'open', openedAt: NOW, stoppedAt: null, billedSeconds: 0 }
  head = NOW + 1_000
  ;({ sub } = await authorise(service, await openSession(service)))
})
afterEach(() => service.close())

const statement = (id = sub) => service.request('GET', `/v1/subscriptions/${id}/statement`)
const at = (seconds: number) => service.clock.moveTo((NOW + seconds) * 1000)
const refusal = ({ status, json }: Answered) => [status, json.error.code]

test('default: the seconds that the meter has run, signed for its escrow', async () => {
  at(100)
  const signed: unknown[] = []
  chain.signStatement = async (...asked) => {
    signed.push(asked)
    return GENUINE
  }
  const { status, json } = await statement()
  const meter = await service.storage.read(tx => tx.subscriptions.get(sub))
  expect([status, json]).toEqual([
    200,
    {
      object: 'statement',
      meter: meter?.meterId,
      to_second: 100,
      signature: GENUINE,
      escrow: chain.facts.escrow,
      chain_id: chain.facts.chain_id,
      terms: expect.objectContaining({ payer: meter?.terms.payer, salt: meter?.terms.salt }),
    },
  ])
  expect(signed).toEqual([[meter?.meterId, 100]])
})

describe('never more than is due (docs/money.md, rule 70)', () => {
  const stated = async () => (await statement()).json.to_second

  test('edge: nothing after the newest block that counts', async () => {
    at(100)
    head = NOW + 40
    expect(await stated()).toBe(40)
  })

  test('edge: nothing after a stop that the chain knows and these books do not', async () => {
    at(100)
    state = { status: 'open', openedAt: NOW, stoppedAt: NOW + 30, billedSeconds: 0 }
    expect(await stated()).toBe(30)
  })

  test('edge: no second beyond the maximum', async () => {
    at(10_000)
    head = NOW + 10_000
    expect(await stated()).toBe(3_600)
  })

  test('edge: no paused second', async () => {
    ;({ sub } = await authorise(service, await openSession(service, { allow_pause: true })))
    at(50)
    await service.request('POST', `/v1/subscriptions/${sub}/pause`, { body: {} })
    at(500)
    expect(await stated()).toBe(50)
  })
})

describe('error: where there is nothing to state', () => {
  test('a meter that the escrow has closed', async () => {
    state = { status: 'closed', openedAt: NOW, stoppedAt: null, billedSeconds: 10 }
    expect(refusal(await statement())).toEqual([400, 'subscription_invalid_state'])
  })

  test('a meter that the chain does not show', async () => {
    state = { status: 'unknown' }
    expect(refusal(await statement())).toEqual([503, 'chain_unavailable'])
  })

  test('a meter whose opening is in flight or has failed', async () => {
    state = { status: 'unknown' }
    const session = await openSession(service)
    const { json } = await prepare(service, session)
    service.deps.worker.waitFor = async () => false
    await handIn(service, session, json.draft)
    for (const status of ['incomplete', 'incomplete_expired'] as const) {
      await service.storage.unitOfWork(async tx => {
        const meter = (await tx.subscriptions.get(json.subscription_id)) as Subscription
        await tx.subscriptions.update({ ...meter, status })
      })
      expect(refusal(await statement(json.subscription_id))).toEqual([400, 'subscription_invalid_state'])
    }
  })

  test('a meter of an operator whose key is gone', async () => {
    chain.facts = { ...chain.facts, operator: `0x${'99'.repeat(20)}` }
    expect(refusal(await statement())).toEqual([503, 'chain_unavailable'])
  })

  test('a meter that was only prepared, and a meter of another mode', async () => {
    const { json } = await prepare(service, await openSession(service))
    expect(refusal(await statement(json.subscription_id))).toEqual([404, 'resource_missing'])
    const live = await service.request('GET', `/v1/subscriptions/${sub}/statement`, { key: service.liveKey })
    expect(refusal(live)).toEqual([404, 'resource_missing'])
  })
})
