import { expect, test } from 'vitest'
import { foreignCause } from './without-key.ts'

const KEY = 'sk_live_51Hx'

test('a foreign error is kept without the key, and without the request that a library attached', () => {
  const cause = Object.assign(new TypeError(`inner ${KEY}`), { code: `E_${KEY}`, errno: -1 })
  const error = Object.assign(new Error(`outer ${KEY}`, { cause }), {
    name: 'RequestError',
    stack: `RequestError: outer ${KEY}\n    at send (${KEY}.js:1:1)`,
    config: { headers: { authorization: `Bearer ${KEY}` } },
  })
  const copy = foreignCause(error, KEY) as Error
  expect(copy).not.toBe(error)
  expect({ name: copy.name, message: copy.message, stack: copy.stack }).toEqual({
    name: 'RequestError',
    message: 'outer [API key]',
    stack: 'RequestError: outer [API key]\n    at send ([API key].js:1:1)',
  })
  expect(Object.keys(copy)).toEqual([])
  const inner = copy.cause as Error & { code: string }
  expect({ ...inner, name: inner.name, message: inner.message }).toEqual({
    name: 'TypeError',
    message: 'inner [API key]',
    code: 'E_[API key]',
  })
})

test.each([`no ${KEY}`, { toString: () => `no ${KEY}` }])(
  'a value that is no error becomes one: %j',
  value => {
    expect(foreignCause(value, KEY)).toEqual(new Error('no [API key]'))
  },
)

test('a chain of causes ends after five, even one that is a circle', () => {
  const error = new Error('round')
  error.cause = error
  let count = 0
  for (let each = foreignCause(error, KEY) as Error | undefined; each; each = each.cause as Error) count++
  expect(count).toBe(5)
})
