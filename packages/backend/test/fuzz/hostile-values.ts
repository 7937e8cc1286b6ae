import { RawJson } from './json-text.ts'
import type { Random } from './random.ts'

const DEEP = 2_000

/** Texts that have broken other people's services. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\n',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e3',
  '0x10',
  '00',
  '1.',
  '.5',
  '1,5',
  '999999999999999.999999999999999999',
  '1000000000000000',
  '0.0000000000000000001',
  '９',
  '٣',
  '9'.repeat(100),
  '9'.repeat(101),
  '💠'.repeat(200),
  '💠'.repeat(201),
  'é'.repeat(1001),
  'a'.repeat(2_048),
  'a'.repeat(20_000),
  'e\u0301\u202e\u2066\ufeff',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "'; drop table products; --",
  '" or 1=1',
  '%00',
  '%',
  '%ff%fe',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'https://',
  'https:shop.example',
  'https://u:p@shop.example',
  'http://[::1',
  'http://169.254.169.254/',
  'ftp://shop.example',
  'https://shop.example/\t',
  `https://shop.example/${'💠'.repeat(1_100)}`,
  `0x${'0'.repeat(40)}`,
  `0x${'g'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  '0x',
  '0x0',
  `0x${'ab'.repeat(65)}`,
  'ada@example.com',
  'a@b',
  '@',
  'prod_',
  'cs_x',
]

const HOSTILE_JSON: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.1,
  59,
  60,
  61,
  2_592_000,
  2_592_001,
  60.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  new RawJson('-0'),
  new RawJson('1e400'),
  new RawJson('-1e400'),
  new RawJson('1E2'),
  new RawJson('60.0'),
  new RawJson('9007199254740993'),
  new RawJson('1'.repeat(400)),
  new RawJson('"\\ud800"'),
  new RawJson('"\\udc00\\ud800"'),
  new RawJson('"\\u0000"'),
  new RawJson('{"__proto__":{"admin":true}}'),
  new RawJson('{"constructor":{"prototype":{"x":1}}}'),
  new RawJson('{"toString":1,"valueOf":2}'),
  new RawJson(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`),
  new RawJson(`${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`),
  new RawJson('NaN'),
  new RawJson('Infinity'),
  new RawJson('undefined'),
  new RawJson("'single'"),
  new RawJson('01'),
  new RawJson('/**/1'),
  [],
  [[]],
  {},
  ['a', 'a'],
]

export function hostileJson(random: Random): unknown {
  return random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : random.pick(HOSTILE_JSON)
}

/** A character, escaped for a path or query in one of the ways people get wrong. */
export function hostileEscape(text: string, random: Random): string {
  switch (random.below(4)) {
    case 0:
      return encodeURIComponent(text.toWellFormed()).slice(0, 4_000)
    case 1:
      return encodeURIComponent(text.toWellFormed()).replaceAll('%', '%25').slice(0, 4_000)
    case 2:
      return Buffer.from(text.slice(0, 200))
        .toString('hex')
        .replaceAll(/../g, pair => `%${pair}`)
    default:
      // As it is, where it does not end the request line.
      return text.replaceAll(/[^\x21-\x7e]/g, '%C3').slice(0, 4_000)
  }
}
