import { expect, test } from 'vitest'
import { createFakeBilling } from '../../test/fake-billing.ts'
import { createHistory } from './history.ts'
import { watchMeters } from './watch-meters.ts'

const METER = { id: 'sub_1', object: 'subscription', status: 'running', refunded_usd: '0' }

test('meters are looked at without anybody asking, until it is disposed', async () => {
  const { billing, subscriptions, requests } = createFakeBilling()
  const history = createHistory()
  subscriptions.push(
    { ...METER, accrued_usd: '0.1', settled_usd: '0.2' },
    { ...METER, id: 'sub_2', status: 'incomplete', accrued_usd: '0', settled_usd: '0' },
  )
  {
    await using _watch = watchMeters(billing, history)
    await expect.poll(() => history.samples().length).toBe(2)
    expect(history.samples()[0]).toMatchObject({
      accrued_usd: '0.1',
      settled_usd: '0.2',
      meters: { sub_1: '0.3' },
    })
    expect(Object.keys(history.samples()[0]?.meters ?? {})).toEqual(['sub_1'])
  }
  expect(requests).toEqual(['GET /v1/subscriptions', 'GET /v1/subscriptions'])
})

test('a service that does not answer leaves a gap, and does not end the watch', async () => {
  const options = { down: true }
  const { billing, requests } = createFakeBilling(options)
  const history = createHistory()
  await using _watch = watchMeters(billing, history)
  await expect.poll(() => requests.length).toBe(2)
  expect(history.samples()).toEqual([])
  options.down = false
  await expect.poll(() => history.samples().length).toBe(1)
})

test('a look is of the instant it was answered, not of the one it was asked', async () => {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  const { billing, requests } = createFakeBilling({ hold })
  const history = createHistory()
  await using _watch = watchMeters(billing, history)
  await expect.poll(() => requests.length).toBe(1)
  const asked = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(asked)
  const answered = Date.now()
  release()
  await expect.poll(() => history.samples().length).toBe(1)
  expect(history.samples()[0]?.at).toBeGreaterThanOrEqual(answered)
})

test('who follows is told at once and every second, however seldom the history asks; and of a service that is down', async () => {
  const options = { down: false }
  const { billing, subscriptions } = createFakeBilling(options)
  const history = { ...createHistory(), spacingMs: () => 3_600_000 }
  subscriptions.push({ ...METER, accrued_usd: '0.1', settled_usd: '0.2' })
  await using meters = watchMeters(billing, history)
  await expect.poll(() => history.samples().length).toBe(1)
  const told: unknown[] = []
  const stop = meters.follow(look => told.push(look))
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(told[0]).toEqual({
    subscriptions,
    figures: { accrued_usd: '0.1', settled_usd: '0.2', refunded_usd: '0', running_meters: 1 },
    sample: { at: expect.any(Number), accrued_usd: '0.1', settled_usd: '0.2', meters: { sub_1: '0.3' } },
    spacing_ms: 3_600_000,
  })
  options.down = true
  await expect.poll(() => told.at(-1)).toBe(null)
  expect(history.samples()).toHaveLength(1)
  stop()
})
