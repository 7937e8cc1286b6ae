import { expect, test } from 'vitest'
import { rememberLast } from './remember-last.ts'

test('rememberLast: computes once for the same arguments, and again for others', () => {
  const computed: string[] = []
  const join = rememberLast((a: string, b: number) => {
    computed.push(`${a}${b}`)
    return [a, b]
  })
  const first = join('a', 1)
  expect(join('a', 1)).toBe(first)
  expect(join('a', 2)).toEqual(['a', 2])
  expect(join('a', 1)).toEqual(['a', 1])
  expect(computed).toEqual(['a1', 'a2', 'a1'])
})
