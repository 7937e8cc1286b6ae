import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_TOKEN, startTestService, type TestService } from '../../test/test-service.ts'
import { createMetrics } from './metrics.ts'

describe('metrics', () => {
  it('count and sort into buckets, in the format of Prometheus', () => {
    const metrics = createMetrics()
    metrics.webhookDeliveries.add({ outcome: 'failed' })
    metrics.webhookDeliveries.add({ outcome: 'failed' })
    metrics.requests.observe({ route: 'a"b\\c\n' }, 0.0025)
    metrics.requests.observe({ route: 'a"b\\c\n' }, 20)
    const text = metrics.render()
    expect(text).toContain(
      '# TYPE billing_webhook_deliveries_total counter\nbilling_webhook_deliveries_total{outcome="failed"} 2\n',
    )
    const series = text.split('\n').filter(line => line.startsWith('billing_http_request_duration_seconds'))
    const label = 'route="a\\"b\\\\c\\n"'
    expect(series.slice(0, 2)).toEqual([
      `billing_http_request_duration_seconds_bucket{${label},le="0.001"} 0`,
      `billing_http_request_duration_seconds_bucket{${label},le="0.0025"} 1`,
    ])
    expect(series.slice(-3)).toEqual([
      `billing_http_request_duration_seconds_bucket{${label},le="+Inf"} 2`,
      `billing_http_request_duration_seconds_sum{${label}} 20.0025`,
      `billing_http_request_duration_seconds_count{${label}} 2`,
    ])
  })
})

describe('GET /metrics', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.close())

  it('tells requests by route template and status, never by id', async () => {
    await service.request('GET', '/v1/products/prod_secret')
    await service.request('PURGE', '/nowhere/secret')
    const { text, headers } = await service.request('GET', '/metrics', { key: null })
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain(
      'billing_http_request_duration_seconds_count{method="GET",route="/v1/products/{id}",status="404"} 1',
    )
    expect(text).toContain(
      'billing_http_request_duration_seconds_count{method="OTHER",route="none",status="404"} 1',
    )
    expect(text).toContain('billing_meters_past_due{mode="test"} 0')
    expect(text).not.toContain('secret')
    expect(
      text.split('\n').filter(line => !/^(#.*|[a-z_][a-z0-9_]*(\{.*\})? [0-9.e+-]+|)$/.test(line)),
    ).toEqual([])
  })

  it('takes the operator’s token outside local mode, and does not exist without one', async () => {
    const guarded = await startTestService({ local: false })
    expect((await guarded.request('GET', '/metrics', { key: null })).json.error.code).toBe('api_key_missing')
    expect((await guarded.request('GET', '/metrics')).json.error.code).toBe('api_key_invalid')
    expect((await guarded.request('GET', '/metrics', { key: ADMIN_TOKEN })).status).toBe(200)
    await guarded.close()
    const open = await startTestService({ local: false, adminToken: null })
    expect((await open.request('GET', '/metrics', { key: ADMIN_TOKEN })).json.error.code).toBe(
      'route_not_found',
    )
    await open.close()
  })
})

describe('health', () => {
  it('answers while nothing else can', async () => {
    const service = await startTestService()
    const ask = (path: string) => service.request('GET', path, { key: null })
    expect([(await ask('/healthz')).json, (await ask('/readyz')).json]).toEqual([
      { status: 'ok' },
      { status: 'ready' },
    ])

    const chain = service.deps.operators.live.current
    if (!chain) throw new Error('The test service has a chain for both modes.')
    const { head } = chain
    chain.head = async () => {
      throw new Error('connect ECONNREFUSED http://rpc.example/S3cr3t')
    }
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
    const chainless = await ask('/readyz')
    expect([chainless.status, chainless.json.error.type, chainless.json.error.code]).toEqual([
      503,
      'api_error',
      'chain_unavailable',
    ])
    expect(chainless.text).not.toContain('S3cr3t')
    chain.head = head

    const { unitOfWork } = service.storage
    service.storage.unitOfWork = async () => {
      throw new Error('disk I/O error')
    }
    await expect.poll(async () => (await ask('/readyz')).json.error?.code).toBe('internal_error')
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    service.storage.unitOfWork = unitOfWork
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
    await service.close()
  })

  it('asks the chain no more than once a second, however many want to know', async () => {
    const service = await startTestService()
    const test = service.deps.operators.test.current
    if (!test) throw new Error('The test service has a chain for both modes.')
    const { head } = test
    let asked = 0
    test.head = () => {
      asked += 1
      return head()
    }
    const started = performance.now()
    for (let round = 0; round < 10; round += 1) {
      const ask = () => service.request('GET', '/readyz', { key: null })
      const answers = await Promise.all(Array.from({ length: 30 }, ask))
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    }
    expect(asked).toBeLessThanOrEqual(1 + Math.floor((performance.now() - started) / 1_000))
    await service.close()
  })

  it('asks no chain that is not configured', async () => {
    const service = await startTestService()
    service.deps.operators.live = { current: null, retiring: [] }
    expect((await service.request('GET', '/readyz', { key: null })).status).toBe(200)
    await service.close()
  })
})
