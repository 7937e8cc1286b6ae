import { expect, test } from 'vitest'
import { withHelpers } from '../build/inline-runtime.ts'

const RUNTIME = {
  fileName: 'runtime-1a.js',
  code: 'var e=x=>x+1,t=x=>x*2;export{t as a,e as r,t};',
}
const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)

test('a chunk has the helpers that it imports, whatever the two call them', async () => {
  const code =
    'import{a as e,r as t}from"./runtime-1a.js";import"data:text/javascript,";export const n=[e(5),t(5)]'
  const inlined = withHelpers(code, RUNTIME)
  expect(inlined).not.toContain('runtime-1a')
  expect((await load(inlined)).n).toEqual([10, 6])
})

test('a helper can keep its name', async () => {
  const { n } = await load(withHelpers('import{t}from"./runtime-1a.js";export const n=t(4)', RUNTIME))
  expect(n).toBe(8)
})

test.each([
  ['an import', 'import * as e from "./runtime-1a.js";', RUNTIME],
  ['the exports', 'import{t}from"./runtime-1a.js";', { ...RUNTIME, code: 'export const t=1;' }],
])('another form of %s ends the build', (_, code, runtime) => {
  expect(() => withHelpers(code, runtime)).toThrow('in another form than it did')
})
