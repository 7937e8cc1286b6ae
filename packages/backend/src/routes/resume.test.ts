import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorise, openSession } from '../../test/client-scenario.ts'
import { type Answered, NOW, startTestService, type TestService } from '../../test/test-service.ts'
import type { Chain, MeterState } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'

let service: TestService
let chain: Chain
let sub: string
let token: string
/** The escrow's state of the meter, and the number of reads. */
let state: MeterState
let asked: number
beforeEach(async () => {
  service = await startTestService()
  chain = service.deps.operators.test.current as Chain
  chain.meterState = async () => {
    asked += 1
    return state
  }
  asked = 0
  state = { status: 'open', openedAt: NOW, stoppedAt: null, billedSeconds: 0 }
  ;({ sub, token } = await authorise(service, await openSession(service, { allow_pause: true })))
})
afterEach(() => service.close())

const byMerchant = (action: 'pause' | 'resume') =>
  service.request('POST', `/v1/subscriptions/${sub}/${action}`, { body: {} })
const bySubscriber = (action: 'pause' | 'resume') =>
  service.request('POST', `/v1/client/subscriptions/${sub}/${action}`, { key: token, body: {} })
const refusal = ({ status, json }: Answered) => [status, json.error?.code]
const pausedAt = async () => (await service.storage.read(tx => tx.subscriptions.get(sub)))?.pausedAt

describe.each([
  ['merchant', byMerchant],
  ['subscriber', bySubscriber],
])('a resume of the %s', (_who, act) => {
  test('default: lets the count go on, having asked the escrow once', async () => {
    await act('pause')
    expect((await act('resume')).json.status).toBe('running')
    expect(asked).toBe(1)
  })

  test('error: is refused while a stop on chain does not count yet, and the meter stands', async () => {
    await act('pause')
    state = { status: 'open', openedAt: NOW, stoppedAt: NOW + 60, billedSeconds: 0 }
    const refused = await act('resume')
    expect(refusal(refused)).toEqual([400, 'subscription_invalid_state'])
    expect(refused.json.error.message).toContain('stopped')
    expect(await pausedAt()).toBe(NOW * 1000)
  })

  // docs/money.md, rule 31
  test('error: waits for a chain that does not answer, and the meter stands', async () => {
    await act('pause')
    chain.meterState = async () => {
      throw new ChainError('unreachable', 'it does not answer')
    }
    expect(refusal(await act('resume'))).toEqual([503, 'chain_unavailable'])
    expect(await pausedAt()).toBe(NOW * 1000)
  })

  test('edge: of a running meter makes no call to the chain', async () => {
    await act('resume')
    expect(asked).toBe(0)
  })
})
