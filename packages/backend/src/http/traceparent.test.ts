import { expect, it } from 'vitest'
import { readTraceparent } from './request-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

it.each([
  [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`],
  [`00-${TRACE}-${PARENT}-00`, `00-${TRACE}-${PARENT}-00`],
  // Fields that a later version adds are left out (Trace Context, section 4).
  [`cc-${TRACE}-${PARENT}-03-what-the-future-holds`, `00-${TRACE}-${PARENT}-01`],
  [`cc-${TRACE}-${PARENT}-02`, `00-${TRACE}-${PARENT}-00`],
])('%s goes on as %s', (header, told) => {
  expect(readTraceparent(header)).toBe(told)
})

it.each([
  undefined,
  '',
  'nonsense',
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE}-${PARENT}-01-`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}`,
  `cc-${TRACE}-${PARENT}-01.more`,
  `cc-${TRACE}-${PARENT}-01-${'x'.repeat(500)}`,
])('%s is as good as none', header => {
  expect(readTraceparent(header)).toBeNull()
})
