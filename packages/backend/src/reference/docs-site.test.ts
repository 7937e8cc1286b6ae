import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { eventSchema, eventTypeSchema } from '@per-second/protocol/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_CATALOGUE } from '../../test/event-catalogue.ts'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { headingAnchors } from './render-markdown.ts'
import { searchSections } from './search-sections.js'
import { readTableOfContents, START_PAGE } from './table-of-contents.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const groups = readTableOfContents()
const listed = groups.flatMap(({ pages }) => pages)

let service: TestService
const served = new Map<string, string>()
beforeAll(async () => {
  service = await startTestService()
  for (const address of ['/docs', ...listed.map(({ name }) => `/docs/${name}`)])
    served.set(address, (await service.request('GET', address, { key: null })).text)
})
afterAll(() => service.close())

const idsOf = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))

/** The anchors that GitHub shows: those of headings outside code. */
function anchorsInFile(file: string): Set<string> {
  const prose = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  const anchorOf = headingAnchors()
  return new Set([...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}

function linksInFile(file: string): string[] {
  const prose = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
}

describe('the table of contents', () => {
  it('lists every page of the folder once, each with an address of its own', () => {
    const files = globSync('docs/**/*.md', { cwd: ROOT }).filter(file => file !== START_PAGE)
    expect(
      listed
        .map(({ file }) => file)
        .filter(file => file.startsWith('docs/'))
        .toSorted(),
    ).toEqual(files.toSorted())
    const names = listed.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

/** Every page of the repository, served or not. */
const everyPage = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'packages/*/docs/*.md', 'demo/**/*.md'],
  {
    cwd: ROOT,
    exclude: path => path.endsWith('node_modules'),
  },
).toSorted()

it.each(everyPage)('%s leads somewhere with every link, read in the repository', file => {
  const broken = linksInFile(file).filter(href => {
    if (/^https?:/.test(href)) return false
    const [path = '', anchor] = href.split('#')
    const target = path === '' ? file : posix.join(posix.dirname(file), path)
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && !anchorsInFile(target).has(anchor)
  })
  expect(broken).toEqual([])
})

describe.each([START_PAGE, ...listed.map(({ file }) => file)])('%s', file => {
  const address = file === START_PAGE ? '/docs' : `/docs/${listed.find(page => page.file === file)?.name}`

  it('begins with its title, because a page is made of sections', () => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/^# \S/)
  })

  it('leads somewhere with every link, as it is served', async () => {
    const page = served.get(address) ?? ''
    const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href)
    expect(links.length).toBeGreaterThan(10)
    const broken = links.filter(href => {
      if (/^(https?|data):/.test(href) || href === '/openapi.json') return false
      const [path = '', anchor] = href.split('#')
      const target = served.get(path === '' ? address : path)
      return target === undefined || (anchor !== undefined && !idsOf(target).has(anchor))
    })
    expect(broken).toEqual([])
  })

  it('loads nothing from anywhere, runs its own script only, and takes no markup of the file', () => {
    const page = served.get(address) ?? ''
    expect([...page.matchAll(/\s(?:srcset|formaction)="/g)]).toEqual([])
    expect([...page.matchAll(/ src="(?!data:image\/svg\+xml,)/g)]).toEqual([])
    expect(page).not.toContain(' action="')
    expect(page).not.toMatch(/<[^>]*(?: style="| on\w+="|javascript:)/)
    expect(page.match(/<script/g)).toHaveLength(1)
  })
})

describe('the event catalogue', () => {
  it('has every event of the API, with a payload that its schema accepts', () => {
    expect([...EVENT_CATALOGUE.keys()].toSorted()).toEqual(eventTypeSchema.options.toSorted())
    for (const [type, object] of EVENT_CATALOGUE)
      expect([type, eventSchema.shape.data.safeParse({ object }).error]).toEqual([type, undefined])
  })
})

describe('a page', () => {
  it('is bound to its own style and script by hash', async () => {
    const { text, headers } = await service.request('GET', '/docs/concepts', { key: null })
    const policy = headers.get('Content-Security-Policy') ?? ''
    for (const tag of ['script', 'style']) {
      const inside = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? ''
      expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(inside).digest('base64')}'`)
    }
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:/)
  })

  it('names itself, the page before and the page after', () => {
    const page = served.get('/docs/concepts') ?? ''
    expect(page).toContain('<title>Concepts · Per-Second Billing</title>')
    expect(page).toContain('<a href="/docs/concepts" aria-current="page">Concepts</a>')
    expect(page).toContain('<a href="/docs/coming-from-stripe" rel="prev">Coming from Stripe</a>')
    expect(page).toContain('<a href="/docs/checkout" rel="next">Checkout</a>')
  })

  it('of a seller has no decisions in its menu, and a decision finds itself in its own', () => {
    const menuOf = (address: string) =>
      [...(/<details class="menu"[\s\S]*?<\/details>/.exec(served.get(address) ?? '') ?? [])].join('')
    for (const address of ['/docs', '/docs/concepts', '/docs/errors'])
      expect(menuOf(address)).not.toMatch(/decisions|runbook/)
    expect(menuOf('/docs/runbook')).toContain('<a href="/docs/quick-start">Sell ›</a>')
    expect(menuOf('/docs/0015-what-is-kept')).toContain('aria-current="page">Retention</a>')
  })

  it('that is not there is 404', async () => {
    const { status, json } = await service.request('GET', '/docs/nowhere', { key: null })
    expect([status, json.error.code]).toEqual([404, 'route_not_found'])
  })
})

describe('the search', () => {
  let found: (words: string) => string[]
  beforeAll(async () => {
    const { json, text } = await service.request('GET', '/docs-search.json', { key: null })
    expect((await service.request('GET', '/docs-search.json', { key: null })).text).toBe(text)
    found = words => searchSections(json, words).map(({ address }: { address: string }) => address)
  })

  it('finds headings first, then mentions of the words, by their beginnings', () => {
    expect(found('idempotency')[0]).toBe('/docs/api#idempotency')
    expect(found('draft_invalid')[0]).toBe('/docs/errors#draft_invalid')
    expect(found('invoice.payment_failed')[0]).toBe('/docs/events#invoicepayment_failed')
    expect(found('advance clock')).toContain(
      '/docs/reference#advance-the-clock-and-do-everything-that-falls-due',
    )
    expect(found('who worst')).toContain('/docs/security#who-can-do-what-at-worst')
    expect(found('zebra escrow')).toEqual([])
  })

  it('leads to places that are there', () => {
    const places = found('paus')
    expect(places.length).toBeGreaterThan(10)
    for (const place of places) {
      const [path = '', anchor] = place.split('#')
      const page = served.get(path) ?? ''
      expect([place, page !== '', anchor === undefined || idsOf(page).has(anchor)]).toEqual([
        place,
        true,
        true,
      ])
    }
  })
})
