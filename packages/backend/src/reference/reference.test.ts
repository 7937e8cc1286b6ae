import { ERROR_CODES } from '@per-second/protocol/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDocumentCheck } from '../../test/documented-answer.ts'
import { startTestService, type TestService } from '../../test/test-service.ts'
import type { OpenApiDocument } from '../openapi/document-types.ts'

let service: TestService
let page: string
let document: OpenApiDocument
beforeAll(async () => {
  service = await startTestService()
  page = (await service.request('GET', '/docs/reference', { key: null })).text
  document = (await service.request('GET', '/openapi.json', { key: null })).json
})
afterAll(() => service.close())

describe('the reference page', () => {
  it('has every operation and every object, and says of each error where it is explained', () => {
    const operations = Object.values(document.paths).flatMap(item => Object.values(item))
    const headings = [...page.matchAll(/<h3 id="([^"]+)">(.*?) <a class="anchor"/g)]
    const anchors = headings.map(([, anchor]) => anchor)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(headings.map(([, , text]) => text).toSorted()).toEqual(
      [
        ...operations.map(({ summary }) => summary.replaceAll("'", '&#39;')),
        ...Object.keys(document.components.schemas).map(name => `Object ${name}`),
      ].toSorted(),
    )
    for (const name of Object.keys(document.components.schemas))
      expect(anchors).toContain(`object-${name.toLowerCase()}`)
    const told = new Set([...page.matchAll(/href="\/docs\/errors#(\w+)"/g)].map(([, code]) => code))
    // These two answer where there is no operation.
    const nowhere = ['method_not_allowed', 'route_not_found']
    expect(Object.keys(ERROR_CODES).filter(code => !told.has(code) && !nowhere.includes(code))).toEqual([])
  })

  it('has samples whose bodies the service takes', () => {
    const check = createDocumentCheck(document)
    const text = page.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
    const samples = [...text.matchAll(/\$BILLING_URL(\/[^"?]*)"(?:(?!curl)[\s\S])*?-d '(\{[\s\S]*?\})'/g)]
    const taking = Object.values(document.paths).flatMap(item =>
      Object.values(item).filter(({ requestBody }) => requestBody?.content['application/json']?.example),
    )
    expect(samples.length).toBe(taking.length)
    for (const [, path = '', body = ''] of samples) {
      expect([path, body, check.acceptsBody('POST', path.replaceAll('$', ''), JSON.parse(body))]).toEqual([
        path,
        body,
        true,
      ])
    }
  })
})
