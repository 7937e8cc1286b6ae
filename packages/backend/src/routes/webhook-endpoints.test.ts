import { eventTypeSchema } from '@per-second/protocol/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW, startTestService, type TestService } from '../../test/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const PATH = '/v1/webhook_endpoints'
const url = 'https://shop.example/hooks?shop=1'
const create = (body: unknown) => service.request('POST', PATH, { body })
const withoutSecret = ({ secret: _, ...rest }: { secret?: string }) => rest

describe('create a webhook endpoint', () => {
  it('answers every field, the secret among them this once', async () => {
    const { status, json } = await create({ url })
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]{38}$/),
      object: 'webhook_endpoint',
      url,
      events: eventTypeSchema.options,
      status: 'enabled',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      livemode: false,
      created: NOW,
    })
    expect((await service.request('GET', `${PATH}/${json.id}`)).json).toEqual(withoutSecret(json))
    const list = await service.request('GET', `${PATH}?limit=1`)
    expect(list.json).toEqual({ object: 'list', data: [withoutSecret(json)], has_more: false, url: PATH })
  })

  it('echoes the event types asked for, and knows both modes', async () => {
    const events = ['invoice.paid', 'customer.created']
    const { json } = await service.request('POST', PATH, { key: service.liveKey, body: { url, events } })
    expect(json).toMatchObject({ events, livemode: true })
    expect((await service.request('GET', `${PATH}/${json.id}`)).status).toBe(404)
  })

  it('takes any http address in local mode', async () => {
    for (const target of ['http://127.0.0.1:3000/hooks', 'http://localhost/', 'http://[::1]:1/']) {
      expect((await create({ url: target })).json).toMatchObject({ url: target })
    }
  })

  it.each([
    [{ url: 'shop.example/hooks' }, 'url_invalid', 'url'],
    [{ url: 'ftp://shop.example/' }, 'url_invalid', 'url'],
    [{ url: 'https://me:secret@shop.example/' }, 'url_invalid', 'url'],
    [{ url: `https://shop.example/${'a'.repeat(2048)}` }, 'url_invalid', 'url'],
    [{ url, events: 'invoice.paid' }, 'parameter_invalid', 'events'],
    [{ url, events: [] }, 'parameter_out_of_range', 'events'],
    [{ url, events: ['invoice.paid', 'invoice.paid'] }, 'parameter_invalid', 'events'],
    [{ url, events: ['invoice.paid', 'everything'] }, 'parameter_invalid', 'events.1'],
    [{ url, events: Array(16).fill('invoice.paid') }, 'parameter_out_of_range', 'events'],
    [{ url, status: 'enabled' }, 'parameter_unknown', 'status'],
    [{ url, secret: 'whsec_mine' }, 'parameter_unknown', 'secret'],
  ])('refuses %j', async (body, code, param) => {
    const { status, json } = await create(body)
    expect([status, json.error.type, json.error.code, json.error.param]).toEqual([
      400,
      'invalid_request_error',
      code,
      param,
    ])
  })

  it('sends to public https addresses only outside local mode', async () => {
    const production = await startTestService({ local: false, adminToken: null, webhookPorts: [443, 80] })
    const ask = (target: string, id = '') =>
      production.request('POST', PATH + id, { key: production.testKey, body: { url: target } })
    const { json } = await ask(url)
    for (const id of ['', `/${json.id}`]) {
      const answer = await ask('https://10.0.0.1/', id)
      expect([answer.status, answer.json.error.code, answer.json.error.param]).toEqual([
        ...[400, 'url_invalid', 'url'],
      ])
    }
    await production.close()
  })

  it('stops at a hundred for each merchant and mode', async () => {
    const { testKey, liveKey } = await service.newMerchant()
    const ask = (key: string) => service.request('POST', PATH, { key, body: { url } })
    for (let index = 0; index < 100; index += 1) expect((await ask(testKey)).status).toBe(200)
    const { status, json } = await ask(testKey)
    expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_out_of_range', 'url'])
    expect((await ask(liveKey)).status).toBe(200)
  })
})

describe('update a webhook endpoint', () => {
  it('changes address, events and status, and keeps the secret to itself', async () => {
    const { json: endpoint } = await create({ url })
    const path = `${PATH}/${endpoint.id}`
    const changes = { url: 'https://shop.example/other', events: ['product.created'], status: 'disabled' }
    const updated = await service.request('POST', path, { body: changes })
    expect(updated.json).toEqual({ ...withoutSecret(endpoint), ...changes })
    expect((await service.request('POST', path)).json).toEqual(updated.json)
    expect((await service.request('POST', path, { body: { rotate_secret: false } })).json).toEqual(
      updated.json,
    )
    expect((await service.request('GET', path)).json).toEqual(updated.json)
    const enabled = await service.request('POST', path, { body: { status: 'enabled' } })
    expect(enabled.json).toEqual({ ...updated.json, status: 'enabled' })
  })

  it('shows a rotated secret once', async () => {
    const { json: endpoint } = await create({ url })
    const path = `${PATH}/${endpoint.id}`
    const rotated = await service.request('POST', path, { body: { rotate_secret: true } })
    expect(rotated.json).toEqual({
      ...endpoint,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    expect(rotated.json.secret).not.toBe(endpoint.secret)
    expect((await service.request('GET', path)).json).toEqual(withoutSecret(endpoint))
  })

  it.each([
    [{ status: 'paused' }, 'parameter_invalid', 'status'],
    [{ rotate_secret: 'yes' }, 'parameter_invalid', 'rotate_secret'],
    [{ events: [] }, 'parameter_out_of_range', 'events'],
    [{ url: 'x' }, 'url_invalid', 'url'],
    [{ secret: 'whsec_mine' }, 'parameter_unknown', 'secret'],
  ])('refuses %j', async (body, code, param) => {
    const { json: endpoint } = await create({ url })
    const { status, json } = await service.request('POST', `${PATH}/${endpoint.id}`, { body })
    expect([status, json.error.code, json.error.param]).toEqual([400, code, param])
  })
})

describe('delete a webhook endpoint', () => {
  it('deletes it, and its pending deliveries', async () => {
    const { json: endpoint } = await create({ url })
    await service.request('POST', '/v1/products', { body: { name: 'GPU', rate_usd_per_second: '1' } })
    const path = `${PATH}/${endpoint.id}`
    const { status, json } = await service.request('DELETE', path)
    expect([status, json]).toEqual([200, { id: endpoint.id, object: 'webhook_endpoint', deleted: true }])
    const after = [
      service.request('GET', path),
      service.request('DELETE', path),
      service.request('POST', path),
    ]
    for (const answer of await Promise.all(after)) {
      expect([answer.status, answer.json.error.code]).toEqual([404, 'resource_missing'])
    }
    const due = await service.storage.read(tx => tx.deliveries.due({ now: NOW * 2000, limit: 1_000 }))
    expect(due.filter(({ endpointId }) => endpointId === endpoint.id)).toEqual([])
  })
})
