import { describe, expect, test } from 'vitest'
import { checkedKey } from './checked-key.ts'

const thrown = (key: unknown) => {
  try {
    return checkedKey(key, 'API key')
  } catch (error) {
    return error as Error & { code: string }
  }
}

describe('checkedKey', () => {
  test.each(['sk_test_1', 'sk_live_aZ09-_', '!~'])('%j may be one', key => {
    expect(thrown(key)).toBe(key)
  })

  test.each([undefined, null, ''])('%j is none', key => {
    expect(thrown(key)).toMatchObject({
      name: 'AuthenticationError',
      code: 'api_key_missing',
      message: 'No API key was given.',
    })
  })

  test.each([
    'sk_test_1\n',
    ' sk_test_1',
    'sk_test_1\r\nx: y',
    'sk_test\t1',
    'sk_test_1€',
    'sk_test_\u00e9',
    '\u200bsk_test_1',
  ])('%j has what no header carries, and is not repeated', key => {
    const error = thrown(key)
    expect(error).toMatchObject({
      name: 'AuthenticationError',
      code: 'api_key_invalid',
      message: 'The API key has characters no key has, such as a line break or a space.',
    })
    expect((error as Error).stack).not.toContain('sk_test')
  })

  test.each([5, true, {}, ['sk_test_1'], Symbol('sk_test_1')])('%s is no string', key => {
    expect(thrown(key)).toMatchObject({ code: 'api_key_invalid', message: 'The API key must be a string.' })
  })
})
