import { expect, test } from 'vitest'
import { errorFromResponse } from './error-from-response.ts'

const BARE = { requestId: undefined, retryAfterSeconds: undefined, body: undefined, apiKey: 'sk_test_1' }

test.each([
  [302, 'api_error', 'ApiError'],
  [400, 'invalid_request_error', 'InvalidRequestError'],
  [401, 'authentication_error', 'AuthenticationError'],
  [403, 'authentication_error', 'AuthenticationError'],
  [404, 'not_found', 'NotFoundError'],
  [429, 'rate_limit_error', 'RateLimitError'],
  [499, 'invalid_request_error', 'InvalidRequestError'],
  [500, 'api_error', 'ApiError'],
])('%d without an envelope is of type %s', (status, type, name) => {
  const error = errorFromResponse({ ...BARE, status, address: 'https://billing.example' })
  expect({ ...error, name: error.name, message: error.message }).toEqual({
    name,
    type,
    status,
    message: `The service answered ${status} without a readable error.`,
  })
})

test.each([null, 'no', [], { error: null }, { error: 'no' }, { error: { message: 5, type: null } }])(
  'a body of %j is no envelope',
  body => {
    const error = errorFromResponse({ ...BARE, status: 500, address: 'https://billing.example', body })
    expect({ ...error, message: error.message }).toEqual({
      name: 'ApiError',
      type: 'api_error',
      status: 500,
      message: 'The service answered 500 without a readable error.',
    })
  },
)
