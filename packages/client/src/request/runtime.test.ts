import { expect, test } from 'vitest'
import { isBrowser } from './runtime.ts'

const WORKER = { WorkerGlobalScope: class {} }
const location = { protocol: 'https:' }

test.each([
  ['a page', { document: {}, location }, true],
  ['a page whose bundler added a process', { document: {}, process: { versions: {} } }, true],
  ['a desktop page with Node inside', { document: {}, process: { versions: { node: '24.0.0' } } }, true],
  ["a page's worker", { ...WORKER, location }, true],
  ["an extension's worker", { ...WORKER, location: { protocol: 'chrome-extension:' } }, true],
  ['a worker whose bundler added a process', { ...WORKER, location, process: { versions: {} } }, true],
  ['a worker at the edge', WORKER, false],
  ['a Deno worker, loaded over https', { ...WORKER, location, Deno: {} }, false],
  ['a Bun worker', { ...WORKER, location, Bun: {} }, false],
  ['Node', { process: { versions: { node: '18.0.0' } } }, false],
  ['nothing at all', {}, false],
])('%s', (_, scope, expected) => {
  expect(isBrowser(scope)).toBe(expected)
})

test('an edge worker whose process cannot be touched', () => {
  const scope = {
    ...WORKER,
    get process(): never {
      throw new Error('No such module')
    },
  }
  expect(isBrowser(scope)).toBe(false)
})

test('here, in Node, the answer is no', () => {
  expect(isBrowser()).toBe(false)
})
