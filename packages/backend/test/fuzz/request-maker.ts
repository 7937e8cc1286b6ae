import type { OpenApiDocument, OperationObject } from '../../src/openapi/document-types.ts'
import { PAGE_OPERATION, SERVICE_PAGES } from '../documented-answer.ts'
import type { FuzzWorld } from './fuzz-world.ts'
import { filledPath, goodMembers, goodValue } from './good-values.ts'
import { brokenText, contentType, hostilePath, METHODS, mangle, spoil } from './hostile-parts.ts'
import { HOSTILE_TEXTS, hostileEscape } from './hostile-values.ts'
import { type Members, objectText, RawJson } from './json-text.ts'
import type { Random } from './random.ts'
import { type Body, brokenHttp, type FuzzRequest, written } from './write-request.ts'

type Target = { path: string; method: string; operation: OperationObject; weight: number }

/** Operations that cost the chain or everybody something, and how often they come in relation to the others. */
const WEIGHTS: Record<string, number> = {
  'test_helpers.clock.advance': 0.05,
  'test_helpers.clock.update': 0.1,
  'local.faucet': 0.05,
  'local.merchants.create': 0.1,
  'client.authorisation.authorise': 0.2,
  'client.sign_in': 0.3,
  'subscriptions.cancel': 0.05,
  'client.subscriptions.cancel': 0.05,
  'webhook_endpoints.create': 0.1,
  '/openapi.json': 0.05,
}

const PLACES = [
  'method',
  'path',
  'query',
  'key',
  'body',
  'body',
  'body',
  'body',
  'type',
  'headers',
  'framing',
] as const

/** Makes requests out of the service's own document: mostly right, and wrong in one or two of many ways. */
export function createRequestMaker(document: OpenApiDocument, world: FuzzWorld) {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]): Target => ({
        path,
        method: method.toUpperCase(),
        operation,
        weight: WEIGHTS[operation.operationId] ?? 1,
      }),
    ),
  )
  const pages = Object.keys(SERVICE_PAGES).map(
    (path): Target => ({ path, method: 'GET', operation: PAGE_OPERATION, weight: WEIGHTS[path] ?? 1 }),
  )
  const targets = [...routes, ...pages]
  const total = targets.reduce((sum, { weight }) => sum + weight, 0)

  const pickTarget = (random: Random): Target => {
    let place = random.next() * total
    for (const target of targets) {
      place -= target.weight
      if (place < 0) return target
    }
    return targets[0] as Target
  }

  return (random: Random): FuzzRequest => {
    if (random.chance(0.01)) return brokenHttp(random)
    const target = pickTarget(random)
    const hostility = random.pick([0, 0, 1, 1, 2, 3])
    const wrong = new Set(Array.from({ length: hostility }, () => random.pick(PLACES)))
    const method = wrong.has('method') ? random.pick(METHODS) : target.method
    const path = wrong.has('path') ? hostilePath(target.path, random) : filledPath(target.path, world, random)
    const query = queryText(target, world, random, wrong.has('query'))
    const key = keyFor(target, world, random, wrong.has('key'))
    const body = bodyFor(target, world, random, wrong)
    const headers: [string, string][] = [['Host', 'service.local']]
    if (key !== null) headers.push(['Authorization', `Bearer ${key}`])
    if (body !== null) headers.push(['Content-Type', contentType(random, wrong.has('type'))])
    if (target.method === 'POST' && random.chance(0.3))
      headers.push(['Idempotency-Key', `k${random.below(200)}`])
    if (wrong.has('headers')) spoil(headers, random)
    return { ...written(method, path + query, headers, body, random, wrong.has('framing')), key }
  }
}

function queryText(target: Target, world: FuzzWorld, random: Random, hostile: boolean): string {
  const known = target.operation.parameters.flatMap(parameter =>
    'in' in parameter && parameter.in === 'query' ? [parameter] : [],
  )
  const parts = known
    .filter(() => random.chance(0.25))
    .map(
      ({ name, schema }) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(String(goodValue(name, schema, world, random)))}`,
    )
  if (hostile) {
    const name =
      known.length > 0 && random.chance(0.7)
        ? random.pick(known).name
        : random.pick(['a', '__proto__', 'limit[]', 'constructor', ''])
    const text = `${encodeURIComponent(name)}=${hostileEscape(random.pick(HOSTILE_TEXTS), random).replaceAll('#', '%23')}`
    parts.push(text)
    if (random.chance(0.3)) parts.push(text)
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function keyFor(target: Target, world: FuzzWorld, random: Random, hostile: boolean): string | null {
  if (hostile) {
    return random.pick([
      null,
      '',
      'sk_test_unknown',
      'sk_live_unknown',
      'ct_unknown',
      'a b',
      '\xff\xfe',
      'x'.repeat(5_000),
      random.pick(world.secretKeys),
      random.pick(world.clientTokens),
      world.adminToken,
    ])
  }
  const scheme = Object.keys(target.operation.security[0] ?? {})[0]
  if (scheme === 'secretKey') return random.pick(world.secretKeys)
  if (scheme === 'clientToken') return random.pick(world.clientTokens)
  return scheme === 'adminToken' ? world.adminToken : null
}

function bodyFor(
  target: Target,
  world: FuzzWorld,
  random: Random,
  wrong: Set<(typeof PLACES)[number]>,
): Body | null {
  const media = target.operation.requestBody?.content['application/json']
  if (media === undefined) return random.chance(0.02) ? { text: '{}', json: undefined } : null
  if (!wrong.has('body')) return plain(goodMembers(media.schema, world, random), target)
  if (random.chance(0.25)) return { text: brokenText(random), json: undefined }
  const members = goodMembers(media.schema, world, random)
  for (let changes = 1 + random.below(2); changes > 0; changes -= 1) mangle(members, media.schema, random)
  return plain(members, target)
}

function plain(members: Members, target: Target): Body {
  const tamed = members.map(([name, value]): [string, unknown] => [
    name,
    tame(target.operation.operationId, name, value),
  ])
  const text = objectText(tamed)
  try {
    return { text, json: JSON.parse(text) }
  } catch {
    return { text, json: undefined }
  }
}

/** Removes legal values that would end the run early: faults that would fire, and leaps in time. */
function tame(operationId: string, name: string, value: unknown): unknown {
  const raw = value instanceof RawJson ? Number(value.text) : value
  if (operationId === 'local.faults.set' && name === 'count' && typeof raw === 'number' && raw > 0) return 0
  if (
    operationId === 'test_helpers.clock.advance' &&
    name === 'seconds' &&
    typeof raw === 'number' &&
    raw > 1
  )
    return 1
  return value
}
