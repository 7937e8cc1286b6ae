import { expect, test } from 'vitest'
import { createFakeBilling } from '../../test/fake-billing.ts'
import { createDashboardRoutes } from './dashboard-routes.ts'
import { createHistory } from './history.ts'

const METER = { id: 'sub_1', object: 'subscription', status: 'running', settled_usd: '0', refunded_usd: '0' }

test('asking adds nothing to the history; what it would not show yet is there until now', async () => {
  const { billing, subscriptions } = createFakeBilling()
  const history = createHistory()
  const routes = createDashboardRoutes(billing, history)
  subscriptions.push({ ...METER, accrued_usd: '0.5' }, { ...METER, id: 'sub_2', status: 'incomplete' })
  const ask = async () => (await routes.request('/data')).json()

  const before = Date.now()
  const first = await ask()
  expect(first.samples).toEqual([
    { at: expect.any(Number), accrued_usd: '0.5', settled_usd: '0', meters: { sub_1: '0.5' } },
  ])
  expect(first.samples[0].at).toBeGreaterThanOrEqual(before)
  expect([first.spacing_ms, history.samples()]).toEqual([1000, []])

  history.record(before - 60_000, [])
  expect((await ask()).samples.map(({ at }: { at: number }) => at)).toEqual([
    before - 60_000,
    expect.any(Number),
  ])
  // Far ahead, so that no look of this test comes a second later.
  history.record(before + 3_600_000, [])
  expect((await ask()).samples).toEqual(history.samples())
})
