import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_CODES } from '@per-second/protocol/errors'
import { expect, test } from 'vitest'
import { readManifest } from '../build/element-manifest.ts'
import { elementStates } from '../src/dom/paint.ts'
import { INITIAL_STATE } from '../src/machine/state.ts'
import type { MeterStatus } from '../src/meter/meter-status.ts'
import { TEST_PHASES } from '../src/testing/show-phase.ts'
import { PROBLEM_OF_CODE } from '../src/view/problem-text.ts'

const SOURCE = join(import.meta.dirname, '../src')
const { element } = await readManifest(join(SOURCE, 'billing-authorise.ts'))

const source = (pattern: string) =>
  globSync(pattern, { cwd: SOURCE })
    .filter(file => !file.includes('.test.'))
    .map(file => readFileSync(join(SOURCE, file), 'utf8'))
    .join('\n')
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(/\s+/))),
]
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()

test('every part that is drawn is documented, and the other way round', () => {
  expect(names(element.cssParts)).toEqual(
    found(source('{view/*,billing-authorise}.ts'), /\bpart="([\w -]+?)\s*(?:"|\$\{)/g).sort(),
  )
  expect(element.cssParts.length).toBeGreaterThanOrEqual(15)
})

test('every slot is documented, and the other way round', () => {
  expect(names(element.slots)).toEqual(found(source('view/*.ts'), /<slot name="([\w-]+)"/g).sort())
})

test('every custom property that is read is documented, and the other way round', () => {
  const read = found(source('{view,styles}/*.ts'), /var\(\s*(--billing-authorise-[\w-]+)/g)
  expect(names(element.cssProperties)).toEqual(read.sort())
  expect(element.cssProperties.length).toBeGreaterThanOrEqual(12)
})

test('every state has its name: phases, meters, and the rest', () => {
  const meters: MeterStatus[] = ['waiting', 'running', 'paused', 'past_due', 'ended', 'canceled']
  const documented = names(element.cssStates)
  const phases = TEST_PHASES.filter(phase => phase !== 'choosing_wallet').map(phase =>
    phase.replaceAll('_', '-'),
  )
  expect(documented).toEqual([...new Set([...phases, 'busy', 'test-mode', 'fixed-duration'])].sort())
  for (const meter of meters) {
    const [, state] = elementStates(INITIAL_STATE, meter)
    expect(documented).toContain(state)
  }
})

test('every event is documented with its class', () => {
  const types = found(source('*events.ts'), /super\('([\w-]+)'/g)
  expect(names(element.events)).toEqual(types.sort())
})

test('every code with words in the element is explained, with its cure', () => {
  const codes = [...PROBLEM_OF_CODE.keys()].filter(code => /^\w+$/.test(code) && !(code in ERROR_CODES))
  const page = readFileSync(join(SOURCE, '../../../docs/errors.md'), 'utf8')
  const sections = page.split(/^## /m).filter(section => section.includes('**`<billing-authorise>`**: '))
  const explained = sections.map(section => section.split('\n')[0])
  expect(codes.filter(code => !explained.includes(code))).toEqual([])
  expect(codes.length).toBeGreaterThanOrEqual(36)
})
