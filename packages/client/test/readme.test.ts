import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { subscriptionStatusSchema } from '@per-second/protocol/schema'
import { describe, expect, test } from 'vitest'
import { findReadmeDifferences, withExamples } from '../scripts/readme-blocks.ts'
import * as client from '../src/index.ts'
import { EXPECTED_EXERCISE } from './expected-exercise.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

/** `products.create`, `testHelpers.clock.advance` and so on. */
function methodNames(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'function' ? `${prefix}${name}` : methodNames(member, `${prefix}${name}.`),
  )
}

describe('samples', () => {
  test('are the files in examples/, each on this page or one of docs/', () => {
    expect(findReadmeDifferences(readme)).toEqual([])
  })

  test('a changed, an unnamed and a missing one are told', () => {
    const name = 'examples/quick-start.ts'
    const changed = readme.replace('createClient({', 'createClient( {')
    expect(findReadmeDifferences(changed)).toEqual([`${name} is not what the README shows`])
    expect(findReadmeDifferences(readme.replace(`<!-- ${name} -->\n`, ''))).toEqual([
      expect.stringContaining('a block names no file'),
      `${name} is on no page`,
    ])
    expect(withExamples(changed)).toBe(readme)
  })
})

describe('the reference names', () => {
  const billing = client.createClient({ apiKey: 'sk_test_1', baseUrl: 'https://billing.example' })

  test.each([...methodNames(billing), ...methodNames(client.webhooks, 'webhooks.')])('method %s', name => {
    expect(readme).toContain(`\`${name}(`)
  })

  test.each(subscriptionStatusSchema.options)('status %s', name => {
    expect(readme).toContain(`\`${name}\``)
  })

  test.each(EXPECTED_EXERCISE.exports)('%s', name => {
    expect(readme).toContain(`\`${name}`)
  })

  test('every code that the client gives by itself, with cause and cure', () => {
    const folder = join(import.meta.dirname, '../src')
    const sources = globSync('**/*error*.ts', { cwd: folder }).map(file =>
      readFileSync(join(folder, file), 'utf8'),
    )
    const unions = sources.flatMap(source => [
      ...source.matchAll(/type \w+ErrorCode =([^\n]*(?:\n {2}[^\n]*)*)/g),
    ])
    const codes = unions.flatMap(([, union = '']) => [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code))
    const page = readFileSync(join(folder, '../../../docs/errors.md'), 'utf8')
    const sections = page.split(/^## /m).filter(section => section.includes('**`@per-second/client`**: '))
    const explained = sections.map(section => section.split('\n')[0])
    expect(codes).toHaveLength(10)
    expect(codes.filter(code => !explained.includes(code))).toEqual([])
  })

  test.each([
    'apiKey',
    'baseUrl',
    'fetch',
    'timeoutMs',
    'totalTimeoutMs',
    'maxRetries',
    'idempotencyKey',
    'signal',
  ])('option %s', name => {
    expect(readme).toContain(`\n| \`${name}\` `)
  })
})
