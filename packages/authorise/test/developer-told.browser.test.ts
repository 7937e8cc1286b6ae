import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { arrives } from './person.ts'
import { stage } from './stage.ts'

let said: string[] = []

beforeEach(() => {
  document.body.replaceChildren()
  said = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void said.push(words.join(' ')))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const PACKAGE_PAGE = 'See https://www.npmjs.com/package/@per-second/authorise#when-something-is-wrong'
const SET_IT = "Set base-url to the service's address."
const html = (status: number) => async () => new Response('<!doctype html><p>A shop</p>', { status })

describe('base-url', () => {
  test.each(['localhost:8787', 'data:text/html,hello', 'javascript:alert(1)'])(
    'error: %s is no address, and nothing is requested',
    async baseUrl => {
      const here = stage({ attributes: { 'base-url': baseUrl } })
      await arrives(here, 'unavailable')
      expect(said).toEqual([expect.stringContaining(`base_url_invalid: base-url is not an http(s) address`)])
      for (const words of [baseUrl, SET_IT, PACKAGE_PAGE]) expect(said[0]).toContain(words)
      expect(here.service.calls).toEqual([])
    },
  )

  test.each([
    ['is missing, and the shop has no such page', {}, html(404), 'http_404: http'],
    ['is missing, and the shop has one page for every address', {}, html(200), 'response_invalid: http'],
    ['has no scheme', { 'base-url': 'billing.example' }, html(200), '/billing.example/v1/client/'],
  ])('error: %s', async (_what, attributes, fetch, start) => {
    await arrives(stage({ attributes, ports: { fetch } }), 'unavailable')
    expect(said.length).toBe(1)
    for (const words of [start, SET_IT, PACKAGE_PAGE]) expect(said[0]).toContain(words)
  })

  test('error: no server answers there', async () => {
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    const here = stage({ attributes: { 'base-url': 'https://biling.example' }, ports: { fetch } })
    await arrives(here, 'unavailable')
    expect(said.length).toBe(1)
    for (const words of ['service_unreachable: No answer from https://biling.example/v1/', PACKAGE_PAGE])
      expect(said[0]).toContain(words)
  })
})

describe('session', () => {
  test('error: missing for ten seconds', () => {
    vi.useFakeTimers()
    stage({ attributes: { session: '' } })
    vi.advanceTimersByTime(9_999)
    expect(said).toEqual([])
    vi.advanceTimersByTime(1)
    expect(said).toEqual([
      expect.stringContaining('(session): session is missing and must be the id of a checkout session, cs_…'),
    ])
  })

  test('error: an object of several lines is told in one', async () => {
    const here = stage({ attributes: { session: 'prod_1\n at' } })
    await arrives(here, 'unavailable')
    expect(said).toEqual([expect.not.stringContaining('\n')])
  })
})

test.each([['-5'], ['30'], ['5 days'], ['2592001']])('duration: %s is ignored, not shown', async duration => {
  await arrives(stage({ attributes: { duration } }), 'choosing')
  await expect.element(page.getByRole('spinbutton', { name: 'Duration' })).toHaveValue('1')
  await expect.poll(() => said).toEqual([expect.stringContaining(`duration="${duration}" is ignored.`)])
})

test('error: each wrong value that is set later is told once', async () => {
  const here = stage({ attributes: { theme: 'sepia' } })
  await arrives(here, 'choosing')
  const { element } = here
  const told = ['sepia', 'mauve'].map(theme => expect.stringContaining(`theme="${theme}" is ignored.`))
  await expect.poll(() => said).toEqual(told.slice(0, 1))
  for (const theme of ['mauve', 'dark', 'sepia', 'mauve']) {
    element.setAttribute('theme', theme)
    await element.updateComplete
  }
  expect(said).toEqual(told)
})

test('a framework’s properties: a length as text, presets as an array, an address as an object', async () => {
  const here = stage({ attributes: { session: '' } })
  Object.assign(here.element, {
    duration: '600',
    presets: [600, 7_200],
    baseUrl: new URL(location.origin),
    session: here.service.session.id,
  })
  await arrives(here, 'choosing')
  await expect.element(page.getByRole('spinbutton', { name: 'Duration' })).toHaveValue('10')
  await expect.element(page.getByRole('radio', { name: '2 hours' })).toBeVisible()
  expect(said).toEqual([])
})
