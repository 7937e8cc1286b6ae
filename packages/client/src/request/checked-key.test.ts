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

  test.each([
    [undefined, 'is missing'],
    [null, 'is missing'],
    ['', 'is empty'],
  ])('%j is none', (key, is) => {
    expect(thrown(key)).toMatchObject({
      name: 'AuthenticationError',
      code: 'api_key_missing',
      message: `The API key ${is}. Pass it from an environment variable, and check that the variable is set where this program runs.`,
    })
  })

  test.each([
    ['pk_test_1', 'publishable key'],
    ['ct_1', 'client token'],
  ])('%s is no secret key', (key, is) => {
    const message = `The API key is a ${is}. Pass a secret key: sk_test_… or sk_live_….`
    expect(thrown(key)).toMatchObject({ code: 'api_key_invalid', message })
  })

  test.each(['"sk_test_1"', "'sk_test_1'", '"sk_test_1', 'sk_test_1`'])(
    '%s has quotes, and is not repeated',
    key => {
      expect(thrown(key)).toMatchObject({
        code: 'api_key_invalid',
        message: 'The API key has quotes around it. Remove them where the variable is set.',
      })
    },
  )

  test.each([
    'sk_test_1\n',
    ' sk_test_1',
    'sk_test_1\r\nx: y',
    'sk_test\t1',
    'sk_test_1€',
    'sk_test_\u00e9',
    '\u200bsk_test_1',
  ])('%j has characters that no header carries, and is not repeated', key => {
    const error = thrown(key)
    expect(error).toMatchObject({
      name: 'AuthenticationError',
      code: 'api_key_invalid',
      message: expect.stringMatching(
        /^The API key has a space, a line break or another character that no key has\. Copy it/,
      ),
    })
    expect((error as Error).stack).not.toContain('sk_test')
  })

  test.each([5, true, {}, ['sk_test_1'], Symbol('sk_test_1')])('%s is no string', key => {
    const message = 'The API key is not a string. Pass the text of the key itself.'
    expect(thrown(key)).toMatchObject({ code: 'api_key_invalid', message })
  })
})
