import { ERROR_CODES, type ErrorCode } from '@per-second/protocol/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { refusalOf, refusalsOf } from '../openapi/refusals.ts'
import { routeTable } from '../routes/route-table.ts'

const everyRefusal = routeTable.flatMap(route => refusalsOf(route))

let service: TestService
let page: string
beforeAll(async () => {
  service = await startTestService()
  page = (await service.request('GET', '/docs/errors', { key: null })).text
})
afterAll(() => service.close())

describe('the page of errors', () => {
  it('has every code of the API under its own name, and nothing without a cause and a cure', () => {
    const sections = page.split('<h2 id="').slice(1)
    const ids = sections.map(section => section.slice(0, section.indexOf('"')))
    expect(Object.keys(ERROR_CODES).filter(code => !ids.includes(code))).toEqual([])
    // Also those of element and client.
    expect(ids.length).toBeGreaterThan(Object.keys(ERROR_CODES).length + 40)
    expect(new Set(ids).size).toBe(ids.length)
    for (const section of sections) {
      const meanings = section.split('<li>').slice(1)
      expect(meanings.length).toBeGreaterThan(0)
      for (const meaning of meanings)
        expect(meaning).toMatch(/<strong>[^:]+<\/strong>: \S.*\. <strong>Fix:<\/strong> \S.*\.<\/li>/)
    }
  })

  it('tells a code that two of them give once, with both meanings', () => {
    const [, section = ''] = page.split('<h2 id="insufficient_funds"')
    const [own = ''] = section.split('<h2')
    expect([...own.matchAll(/<li><strong>(.*?)<\/strong>:/g)].map(([, who]) => who)).toEqual([
      'API, 400 <code>invalid_request_error</code>',
      '<code>&lt;billing-authorise&gt;</code>',
    ])
  })

  it('is where each message leads', async () => {
    const { json } = await service.request('GET', '/v1/customers/cus_none')
    expect(json.error).toEqual({
      type: 'not_found',
      code: 'resource_missing',
      message:
        'No customer "cus_none" in test mode. Check the id, and the mode of your key. See /docs/errors#resource_missing',
      param: 'id',
    })
  })

  it('is where each message leads from a log, if the service knows its address', async () => {
    const named = await startTestService({ publicUrl: 'https://billing.example/shop' })
    const { json } = await named.request('GET', '/v1/customers/cus_none')
    expect(json.error.message).toMatch(
      / See https:\/\/billing\.example\/shop\/docs\/errors#resource_missing$/,
    )
    await named.close()
  })

  it.each(Object.keys(ERROR_CODES) as ErrorCode[])('%s is listed with all its statuses and types', code => {
    const [, section = ''] = page.split(`<h2 id="${code}"`)
    const [, told = ''] = /<strong>API, (.*?)<\/strong>/.exec(section) ?? []
    const listed = [...told.matchAll(/([\d, ]+) <code>(\w+)<\/code>/g)].flatMap(([, statuses = '', type]) =>
      (statuses.match(/\d+/g) ?? []).map(status => `${status} ${type}`),
    )
    const ways = [refusalOf(code), ...everyRefusal.filter(refusal => refusal.code === code)]
    expect(listed.toSorted()).toEqual(
      [...new Set(ways.map(({ status, type }) => `${status} ${type}`))].toSorted(),
    )
  })
})

describe('the service’s own address', () => {
  it('shows the documentation', async () => {
    const [home, docs] = await Promise.all(
      ['/', '/docs'].map(path => service.request('GET', path, { key: null })),
    )
    expect([home?.status, home?.text]).toEqual([200, docs?.text])
  })
})
