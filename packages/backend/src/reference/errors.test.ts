import { ERROR_CODES, type ErrorCode } from '@per-second/protocol/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { ERROR_TEXTS } from '../openapi/error-texts.ts'
import { errorGuide } from './error-guide.ts'
import { OTHER_ERRORS } from './generated/other-errors.ts'

let service: TestService
let page: string
beforeAll(async () => {
  service = await startTestService()
  page = (await service.request('GET', '/docs/errors', { key: null })).text
})
afterAll(() => service.close())

describe('the page of errors', () => {
  it('has every code of API, element and client once, under its own name', () => {
    const ids = [...page.matchAll(/<section class="tag" id="([^"]+)">/g)].map(([, id]) => id)
    const others = OTHER_ERRORS.map(({ code }) => code.replace('…', ''))
    expect(others.length).toBeGreaterThan(55)
    expect(ids.toSorted()).toEqual([...new Set([...Object.keys(ERROR_CODES), ...others])].toSorted())
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(anchors.filter(id => id !== 'content' && !ids.includes(id ?? ''))).toEqual([])
  })

  it('says of each its cause and what to do', () => {
    for (const { code, meanings } of errorGuide(OTHER_ERRORS)) {
      expect(meanings.length).toBeGreaterThan(0)
      for (const { cause, cure } of meanings)
        expect([code, cause, cure]).toEqual([
          code,
          expect.stringMatching(/\.$/),
          expect.stringMatching(/\.$/),
        ])
    }
  })

  it('tells a code that two of them give once, with both meanings', () => {
    const [shared] = errorGuide(OTHER_ERRORS).filter(({ code }) => code === 'insufficient_funds')
    expect(shared?.meanings.map(({ source, status }) => [source, status])).toEqual([
      ['api', '400'],
      ['element', undefined],
    ])
  })

  it('is where each message leads', async () => {
    const { json } = await service.request('GET', '/v1/customers/cus_none')
    expect(json.error).toEqual({
      type: 'not_found',
      code: 'resource_missing',
      message: 'No such customer in this mode. See /docs/errors#resource_missing',
      param: 'id',
    })
    const [, anchor] = json.error.message.split('#')
    expect(page).toContain(` id="${anchor}"`)
  })

  it.each(Object.keys(ERROR_TEXTS) as ErrorCode[])('%s is told in sentences without a line break', code => {
    const { cause, cure } = ERROR_TEXTS[code]
    for (const text of [cause, cure]) expect(text).toMatch(/^[^\n]*\.$/)
  })
})

describe('the service’s own address', () => {
  it('leads to the documentation', async () => {
    const { status, text } = await service.request('GET', '/', { key: null })
    expect(status).toBe(200)
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=docs">')
    const doors = [...text.matchAll(/href="([^"]+)"/g)].map(([, door]) => door)
    expect(doors).toEqual(['docs', 'docs/errors', 'openapi.json'])
    for (const door of doors)
      expect((await service.request('GET', `/${door}`, { key: null })).status).toBe(200)
  })

  it('knows no other method', async () => {
    const { status, json } = await service.request('POST', '/', { key: null, body: {} })
    expect([status, json.error.code]).toEqual([404, 'method_not_allowed'])
  })
})
