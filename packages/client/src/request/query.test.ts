import { expect, test } from 'vitest'
import { encodeQuery } from './query.ts'

test('a range has a parameter for each bound, and what is absent is left out', () => {
  const query = { limit: 2, status: 'paid', customer: undefined, period_end: { gte: 5, lte: undefined } }
  expect(encodeQuery(query as never)).toBe('?limit=2&status=paid&period_end%5Bgte%5D=5')
  expect(encodeQuery({ period_end: {} })).toBe('')
})

test.each([
  ['customer', null, 'null'],
  ['period_end', new Date(0), 'Date'],
  ['period_end', new Map([['gte', 5]]), 'Map'],
  ['status', ['paid'], 'Array'],
])('%s is refused where it would be no filter or another one: %o', (name, value, kind) => {
  const message = `"${name}" must be text, a number or a range, not ${kind}. Leave it out for no filter.`
  expect(() => encodeQuery({ [name]: value } as never)).toThrow(
    expect.objectContaining({
      name: 'InvalidRequestError',
      code: 'parameter_invalid',
      param: name,
      message,
    }),
  )
})
