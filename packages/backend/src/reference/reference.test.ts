import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ERROR_CODES } from '@per-second/protocol/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDocumentCheck } from '../../test/documented-answer.ts'
import { startTestService, type TestService } from '../../test/test-service.ts'
import type { OpenApiDocument } from '../openapi/document-types.ts'
import { html, prose } from './html.ts'

let service: TestService
let page: string
let headers: Headers
let document: OpenApiDocument
beforeAll(async () => {
  service = await startTestService()
  const answer = await service.request('GET', '/docs', { key: null })
  page = answer.text
  headers = answer.headers
  document = (await service.request('GET', '/openapi.json', { key: null })).json
})
afterAll(() => service.close())

describe('the reference page', () => {
  it('has every operation and every object, and says of each error where it is explained', () => {
    const operations = Object.values(document.paths).flatMap(item => Object.values(item))
    for (const { operationId } of operations)
      expect(page).toContain(`<article class="operation" id="op-${operationId}">`)
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="object-${name}"`)
    const told = new Set([...page.matchAll(/href="\/docs\/errors#(\w+)"/g)].map(([, code]) => code))
    // These two answer where there is no operation.
    const nowhere = ['method_not_allowed', 'route_not_found']
    expect(Object.keys(ERROR_CODES).filter(code => !told.has(code) && !nowhere.includes(code))).toEqual([])
  })

  it('leads nowhere that is not there', () => {
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    expect(anchors.length).toBeGreaterThan(100)
    expect(anchors.filter(id => id !== undefined && !ids.has(id))).toEqual([])
  })

  it('loads nothing from anywhere, and may run its own script only', () => {
    const loaded = [...page.matchAll(/\s(?:src|srcset|action|formaction)="/g)]
    expect(loaded).toEqual([])
    expect([...page.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href?.slice(0, 5))).toEqual([
      'data:',
    ])
    expect(page).not.toMatch(/ style="| on\w+="|javascript:/)
    const policy = headers.get('Content-Security-Policy') ?? ''
    const hashOf = (tag: string) => {
      const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? ''
      return `sha256-${createHash('sha256').update(text).digest('base64')}`
    }
    expect(policy).toContain(`script-src '${hashOf('script')}'`)
    expect(policy).toContain(`style-src '${hashOf('style')}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:/)
  })

  it('has samples whose bodies the service takes', () => {
    const check = createDocumentCheck(document)
    const text = page.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    const samples = [...text.matchAll(/\$BILLING_URL(\/[^"?]*)"(?:(?!curl)[\s\S])*?-d '(\{[\s\S]*?\})'/g)]
    expect(samples.length).toBeGreaterThanOrEqual(30)
    for (const [, path = '', body = ''] of samples) {
      expect([path, body, check.acceptsBody('POST', path.replaceAll('$', ''), JSON.parse(body))]).toEqual([
        path,
        body,
        true,
      ])
    }
  })

  it('counts the lines of the element right, and shows those of the README', () => {
    const text = page.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    const [, sample = ''] =
      /<figcaption>HTML<\/figcaption><pre[^>]*><code>([\s\S]*?)<\/code>/.exec(text) ?? []
    expect(sample.split('\n')).toEqual([
      expect.stringMatching(/^<script type="module" src="[^"]*\/billing-authorise\.js"><\/script>$/),
      '<billing-authorise session="cs_…" base-url="https://billing.example"></billing-authorise>',
    ])
    expect(page).toContain('Two lines on a page of yours.')
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain('On the page, two lines:')
    expect(readme).toContain(sample.split('\n')[1])
  })

  it('tells of local tools only where there are any', async () => {
    expect(page).toContain('id="testing"')
    const production = await startTestService({ local: false, adminToken: null })
    const { text } = await production.request('GET', '/docs', { key: null })
    expect(text).not.toContain('testing"')
    expect(text).not.toContain('/_local/')
    await production.close()
  })
})

describe('markup', () => {
  it('escapes what is put in', () => {
    expect(html`<p title="${'"&'}">${'<script>'}${[html`<b>${1}</b>`, null]}</p>`.text).toBe(
      '<p title="&quot;&amp;">&lt;script&gt;<b>1</b></p>',
    )
    expect(prose('`<a>` and **b**').text).toBe('<code>&lt;a&gt;</code> and <strong>b</strong>')
  })
})
