import type { JsonSchema } from '../../src/openapi/document-types.ts'
import { HOSTILE_TEXTS, hostileEscape, hostileJson } from './hostile-values.ts'
import type { Members } from './json-text.ts'
import type { Random } from './random.ts'

export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
] as const

export function hostilePath(path: string, random: Random): string {
  if (path.includes('{') && random.chance(0.7)) {
    return path.replaceAll(
      /\{\w+\}/g,
      () => hostileEscape(random.pick(HOSTILE_TEXTS), random).replaceAll(/[?#]/g, '') || 'x',
    )
  }
  return random.pick([
    `${path}/`,
    `/${path}`,
    path.replace('/v1', '/v2'),
    `${path}/unknown`,
    path.toUpperCase(),
    path.replace('/', '/./'),
    `/x/..${path}`,
    path.replaceAll('o', '%6f'),
    `${path};a=b`,
    `/${'a'.repeat(5_000)}`,
    '/',
    '*',
    '/__proto__',
    '/constructor/prototype',
  ])
}

export function mangle(members: Members, schema: JsonSchema, random: Random): void {
  const names = Object.keys(schema.properties ?? {})
  const index = random.below(Math.max(1, members.length))
  switch (random.below(6)) {
    case 0:
      members.splice(index, 1)
      return
    case 1:
      members.push([
        random.pick(['__proto__', 'constructor', 'id', 'toString', '', 'a'.repeat(300), '\ud800']),
        hostileJson(random),
      ])
      return
    case 2:
      if (members[index] !== undefined) members.push([members[index][0], hostileJson(random)])
      return
    default: {
      const name = names.length > 0 ? random.pick(names) : 'x'
      const place = members.findIndex(([present]) => present === name)
      if (place === -1) members.push([name, hostileJson(random)])
      else members[place] = [name, hostileJson(random)]
    }
  }
}

export function contentType(random: Random, hostile: boolean): string {
  if (!hostile) return 'application/json'
  return random.pick([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset="UTF-8"',
    'APPLICATION/JSON',
    'application/json, application/json',
    'application/problem+json',
    'application/json;',
  ])
}

export function brokenText(random: Random): string | Buffer {
  return random.pick<() => string | Buffer>([
    () => '',
    () => '{',
    () => '{"name":',
    () => '{"name":"a",}',
    () => '{"a":1}{"b":2}',
    () => '[]',
    () => 'null',
    () => '"text"',
    () => '1e999',
    () => '\ufeff{}',
    () => '{"a":"\n"}',
    () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    () => Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    () => '['.repeat(100_000),
    () => '{"a":'.repeat(30_000),
    () => ' '.repeat(256 * 1024 + 1),
    () => `{"name":"${'a'.repeat(256 * 1024)}"}`,
    () => `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`,
  ])()
}

export function spoil(headers: [string, string][], random: Random): void {
  headers.push(
    random.pick<[string, string]>([
      ['Idempotency-Key', ''],
      ['Idempotency-Key', 'x'.repeat(256)],
      ['Idempotency-Key', '\xe9'],
      ['Idempotency-Key', 'twice'],
      ['Billing-Version', '2020-01-01'],
      ['Billing-Version', '2026-09-06'],
      ['Billing-Version', ''],
      ['Origin', 'null'],
      ['Origin', 'https://shop.example'],
      ['Origin', 'file://'],
      ['Origin', '\xff'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Authorization', 'Basic dTpw'],
      ['Authorization', 'Bearer'],
      ['Host', ''],
      ['Host', 'a b'],
      ['Host', 'other.local'],
      ['Content-Type', 'text/plain'],
      ['Content-Encoding', 'gzip'],
      ['Accept', 'text/xml'],
      ['Range', 'bytes=0-1'],
      ['If-None-Match', '*'],
      ['Expect', '100-continue'],
      ['Expect', 'tea'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Forwarded-Host', 'evil.example'],
      ['Cookie', 'a=b'],
      ['Connection', 'close'],
      ['Upgrade', 'h2c'],
      ['Access-Control-Request-Method', 'POST'],
      ['X-Long', 'x'.repeat(8_000)],
      ['X-TooLong', 'x'.repeat(20_000)],
    ]),
  )
  if (headers.at(-1)?.[1] === 'twice') headers.push(['Idempotency-Key', 'again'])
}
