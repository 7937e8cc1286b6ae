import { expect, test } from 'vitest'
import { SecretBoxError } from '../../webhooks/secret-box.ts'
import { openAnswer, sealAnswer } from './perform-once.ts'

const ANSWER = '{"client_token":"ct_abc"}'
const KEY = { id: 'id_1', secret: 'once', fingerprint: 'f' }

/** Sealed before answers were kept in a secret box. */
const KEPT = 'mgM2nSo9KnSj+pRrFY7hKViY17gXfijKoUsTK/JZHRuNi4QAkA+hgpHfvJ0PsWlHzGL8TdA='

test('default: a response opens with its key, and is sealed differently each time', () => {
  const [one, two] = [sealAnswer(ANSWER, KEY), sealAnswer(ANSWER, KEY)]
  expect(one).not.toBe(two)
  expect([one, two, KEPT].map(sealed => openAnswer(sealed, KEY))).toEqual([ANSWER, ANSWER, ANSWER])
})

test.each([
  ['another secret', { ...KEY, secret: 'twice' }],
  ['another record’s id', { ...KEY, id: 'id_2' }],
])('error: it does not open with %s', (_, key) => {
  expect(() => openAnswer(sealAnswer(ANSWER, KEY), key)).toThrow(SecretBoxError)
  expect(openAnswer(sealAnswer(ANSWER, key), key)).toBe(ANSWER)
})
