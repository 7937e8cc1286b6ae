import { expect, test } from 'vitest'
import { answerText } from './delivery-text.ts'

test.each([
  [null, null, 'Not sent yet'],
  [204, null, 'HTTP 204'],
  [null, 'timeout', 'No answer within 10 seconds'],
] as const)('status %s and failure %s read %s', (response_status, failure, text) => {
  expect(answerText({ response_status, failure })).toBe(text)
})
