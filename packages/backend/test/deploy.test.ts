import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testAusdAddress } from '@per-second/contracts/addresses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VARIABLES } from '../src/options/option-table.ts'
import { startTestService, type TestService } from './test-service.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const alerts = read('packages/backend/deploy/prometheus/alerts.yaml')
const board = read('packages/backend/deploy/grafana/board.json')
const health = read('docs/health.md')
const runbook = read('docs/runbook.md')

let service: TestService
let metrics: Map<string, string>
beforeAll(async () => {
  service = await startTestService({ local: false })
  const { text } = await service.request('GET', '/metrics', { key: service.deps.config.adminToken })
  metrics = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
})
afterAll(() => service.close())

/** Every metric of this service's that a text names: a histogram by its series. */
function namesIn(text: string): string[] {
  const found = text.match(/\b(?:billing|nodejs|process)_\w+/g) ?? []
  return [...new Set(found.map(name => name.replace(/_(?:bucket|sum|count)$/, '')))].toSorted()
}

test.each([
  ['alerts', alerts],
  ['board', board],
  ['docs', health],
])('every metric that the %s name is in the answer of /metrics', (_, text) => {
  const names = namesIn(text)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter(name => !metrics.has(name))).toEqual([])
})

test('every metric is explained in docs/health.md', () => {
  const explained = namesIn(health)
  expect([...metrics.keys()].filter(name => !explained.includes(name))).toEqual([])
})

test('a rate is taken of counters, and never of gauges', () => {
  const rated = [...`${alerts}${board}`.matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name = '']) => name)
  expect(rated.length).toBeGreaterThan(5)
  for (const name of rated) {
    const kind = metrics.get(name.replace(/_(?:bucket|sum|count)$/, ''))
    expect([name, kind === 'counter' || kind === 'histogram']).toEqual([name, true])
  }
})

test('every alert has a runbook entry with its urgency and a link to it, and every entry has an alert', () => {
  const rules = alerts.split(/^ {6}- alert: /m).slice(1)
  const told = rules.map(rule => ({
    name: /^\w+/.exec(rule)?.[0] ?? '',
    severity: /severity: (\w+)/.exec(rule)?.[1],
    runbook: /runbook: (\S+)/.exec(rule)?.[1],
  }))
  const section = /^## Alerts$([\s\S]*?)^## /m.exec(runbook)?.[1] ?? ''
  const entries = [...section.matchAll(/^### ([A-Z]\w+)\n\n(Page|Ticket)\b/gm)].map(
    ([, name = '', urgency = '']) => ({
      name,
      severity: urgency.toLowerCase(),
      runbook: `/docs/runbook#${name.toLowerCase()}`,
    }),
  )
  expect(told.length).toBeGreaterThan(15)
  expect(entries).toEqual(told)
})

test('the summaries that the rules’ own test expects are theirs', () => {
  const expected = read('packages/backend/deploy/prometheus/alerts.test.yaml')
  const told = [...expected.matchAll(/summary: "?(.+?\.)(?=[",\n])/g)].map(([, text = '']) => text)
  const ours = [...alerts.matchAll(/summary: "(.+)"$/gm)].map(([, text = '']) => text.split(/\{\{.+?\}\}/))
  const isOurs = (text: string) =>
    ours.some(parts => text.startsWith(parts[0] ?? '') && text.endsWith(parts.at(-1) ?? ''))
  expect(told.length).toBeGreaterThan(5)
  expect(told.filter(text => !isOurs(text))).toEqual([])
})

test('every log line that the runbook names is one of the service', () => {
  const sources = globSync('packages/backend/src/**/*.ts', { cwd: ROOT }).map(read).join('')
  const lines = runbook.split('\n').filter(line => line.includes('**Log**'))
  const named = lines.flatMap(line =>
    [...line.matchAll(/`([a-z][^`]* [^`]+)`/g)].map(([, text = '']) => text),
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(text => text !== 'escrow balance' && !sources.includes(text))).toEqual([])
})

test('compose.yaml hands the service every variable that it reads', () => {
  const service = read('packages/backend/deploy/compose.yaml').split(/^ {2}billing:$/m)[1] ?? ''
  const handed = [...service.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name)
  expect(handed.toSorted()).toEqual(Object.keys(VARIABLES).toSorted())
})

test('the image and the unit start the package’s own program', () => {
  const { bin } = JSON.parse(read('packages/backend/package.json'))
  const started = `node_modules/@per-second/backend/${bin['per-second']}`
  for (const file of ['Dockerfile', 'per-second.service'])
    expect(read(`packages/backend/deploy/${file}`)).toContain(started)
})

test('the rehearsal in docs/going-live.md names the test AUSD as it is deployed', () => {
  expect(read('docs/going-live.md')).toContain(`--token ${testAusdAddress}`)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:'],
  ['2001:db8:1:2::9', '2001:db8:1:2:'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2:'],
  ['2001:db8::1', '2001:db8::'],
])('nginx.conf counts %s by %s, an IPv6 address by its /64', (address, key) => {
  const [, map = ''] =
    /^map \$remote_addr \$page_client \{$([\s\S]*?)^\}$/m.exec(read('packages/backend/deploy/nginx.conf')) ??
    []
  const patterns = [...map.matchAll(/^ {2}"~(.+)" \$(\w+);$/gm)]
  expect(patterns).toHaveLength(3)
  const found = patterns.map(
    ([, pattern = '', name = '']) => new RegExp(pattern).exec(address)?.groups?.[name],
  )
  expect(found.find(each => each !== undefined) ?? address).toBe(key)
})
