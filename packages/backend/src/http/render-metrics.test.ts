import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { aJob, aProduct, aSubscription, newId } from '../storage/entities.fixture.ts'
import { createMetricsPage } from './render-metrics.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ local: false })
})
afterEach(() => service.close())

/** The samples of one metric, as `labels value`. */
async function samples(name: string): Promise<string[]> {
  const text = await createMetricsPage(service.deps)()
  return text.split('\n').flatMap(line => (/^\w+/.exec(line)?.[0] === name ? line.slice(name.length) : []))
}

it('default: nothing waits, and this process does the work', async () => {
  for (const name of ['meter_overdue_seconds', 'webhook_overdue_seconds', 'webhooks_due'])
    expect(await samples(`billing_${name}`)).toEqual([' 0'])
  expect(await samples('billing_leader')).toEqual([' 1'])
  expect(await samples('billing_lease_age_seconds')).toEqual([])
  expect(await samples('billing_database_up')).toEqual([' 1'])
})

it('behaviour: waiting work has an age, by the service’s clock', async () => {
  const now = service.clock.now()
  const product = aProduct({ mode: 'live' })
  const meter = aSubscription(product, { status: 'past_due', dueAt: now - 90_000 })
  await service.storage.unitOfWork(async tx => {
    await tx.subscriptions.insert(meter)
    await tx.jobs.insert(aJob(meter, { notBefore: now - 30_000 }))
    await tx.jobs.insert(aJob(meter, { notBefore: now + 30_000, transactionId: 'txn_1' }))
    await tx.deliveries.insert({
      ...{ id: newId('dlv_'), endpointId: newId('we_'), eventId: newId('evt_'), status: 'pending' },
      ...{ attempts: 0, lastStatus: null, lastFailure: null, dueAt: now - 7_500, created: now },
    })
  })
  expect(await samples('billing_meter_overdue_seconds')).toEqual([' 90'])
  expect(await samples('billing_meters_past_due')).toEqual(['{mode="test"} 0', '{mode="live"} 1'])
  expect(await samples('billing_webhooks_due')).toEqual([' 1'])
  expect(await samples('billing_webhook_overdue_seconds')).toEqual([' 7.5'])
  expect(await samples('billing_chain_job_age_seconds')).toEqual([
    `{mode="live",stage="waiting",operator="${meter.operator}"} 30`,
    `{mode="live",stage="sent",operator="${meter.operator}"} 0`,
  ])
})

it('behaviour: a database that does not answer is said, and keeps nothing else back', async () => {
  service.deps.leadership = {
    isLeader: () => false,
    leaseAge: async () => 2.5,
  }
  expect(await samples('billing_lease_age_seconds')).toEqual([' 2.5'])
  service.storage.read = async () => {
    throw new Error('disk I/O error')
  }
  expect(await samples('billing_database_up')).toEqual([' 0'])
  expect(await samples('billing_webhooks_due')).toEqual([])
  expect(await samples('billing_leader')).toEqual([' 0'])
  expect(await samples('billing_clock_skew_seconds')).toEqual([' 0'])
})

it('behaviour: a chain that does not answer is left out', async () => {
  const [test, live] = [service.deps.operators.test.current, service.deps.operators.live.current]
  if (!test || !live) throw new Error('The test service has a chain for both modes.')
  live.head = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  expect((await samples('billing_chain_head_age_seconds')).map(line => line.split(' ')[0])).toEqual([
    '{mode="test"}',
  ])
  expect(await samples('billing_operator_balance_coins')).toEqual([
    `{mode="test",operator="${test.facts.operator}"} 1`,
    `{mode="live",operator="${live.facts.operator}"} 1`,
  ])
})

it('behaviour: merchants beyond a bound have no series', () => {
  const { metrics } = service.deps
  for (let merchant = 1; merchant <= 1_001; merchant += 1)
    metrics.gasAllowanceUsed.set({ mode: 'live', merchant: `mer_${merchant}` }, 0.5)
  const text = metrics.render()
  expect(text).toContain('billing_gas_allowance_used_ratio{mode="live",merchant="mer_1000"} 0.5\n')
  expect(text).not.toContain('mer_1001')
})
