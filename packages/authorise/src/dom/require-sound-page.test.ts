import { afterEach, expect, test } from 'vitest'
import { requireSoundPage } from './require-sound-page.ts'

const from = Array.from
afterEach(() => {
  Reflect.deleteProperty(Array.prototype, 'toJSON')
  Reflect.deleteProperty(Object.prototype, 'toJSON')
  Array.from = from
})

/** As old libraries do it. */
const REPLACED: Record<string, () => void> = {
  'Array.prototype.toJSON': () => put(Array.prototype, () => '[]'),
  'Object.prototype.toJSON': () => put(Object.prototype, () => '{}'),
  'Array.from without a function': () => {
    Array.from = (given: unknown) => [given] as never
  },
}

function put(prototype: object, value: () => string): void {
  Object.defineProperty(prototype, 'toJSON', { configurable: true, value })
}

/** Nothing is awaited while something of the runner's is replaced. */
test.each(Object.keys(REPLACED))('%s: refused', name => {
  let code: unknown = null
  REPLACED[name]?.()
  try {
    requireSoundPage()
  } catch (error) {
    code = (error as { code?: unknown }).code
  }
  Reflect.deleteProperty(Array.prototype, 'toJSON')
  Reflect.deleteProperty(Object.prototype, 'toJSON')
  Array.from = from
  expect(code).toBe('page_altered')
})

test('a page without any of them: nothing', () => expect(requireSoundPage).not.toThrow())
