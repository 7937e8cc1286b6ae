import { inspect } from 'node:util'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { type Answer, startLocalService } from '../../test/local-service.ts'
import { createClient } from '../client.ts'
import { ConnectionError } from './errors.ts'

const KEY = 'sk_test_0123456789abcdef'

async function failureAt(baseUrl: string, fetch?: typeof globalThis.fetch): Promise<ConnectionError> {
  const options = { apiKey: KEY, baseUrl, maxRetries: 0, ...(fetch && { fetch }) }
  const error = await createClient(options)
    .customers.retrieve('cus_1')
    .catch(error => error)
  expect(error).toBeInstanceOf(ConnectionError)
  return error
}

/** As Node's fetch fails: a TypeError whose cause has the code. */
function failingWith(code: string): typeof globalThis.fetch {
  const cause = Object.assign(new Error('in other words'), { code })
  return () => Promise.reject(new TypeError('fetch failed', { cause }))
}

describe('the unreachable address, and the reason', () => {
  test('no listener', async () => {
    const service = await startLocalService()
    await service[Symbol.asyncDispose]()
    const error = await failureAt(`${service.url}/billing/`)
    const address = `${service.url}/billing`
    expect({ ...error }).toEqual({
      name: 'ConnectionError',
      type: 'connection_error',
      status: undefined,
      param: undefined,
      code: 'connection_failed',
      requestId: undefined,
      docUrl: undefined,
      address,
      reason: 'refused',
    })
    expect(error.message).toBe(
      `The service at ${address} could not be reached (ECONNREFUSED): nothing accepts connections there. Does the service run, and is the port right?`,
    )
    expect(error.cause).toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } })
  })

  test('errors of another realm, as in a test runner that has its own', async () => {
    const error = await failureAt('http://127.0.0.1:1', () =>
      Promise.reject(
        runInNewContext(
          `new TypeError('fetch failed', { cause: Object.assign(new Error('for ${KEY}'), { code: 'ECONNREFUSED' }) })`,
        ),
      ),
    )
    expect(error.reason).toBe('refused')
    expect(error.cause).toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: 'for [API key]', code: 'ECONNREFUSED' },
    })
  })

  test('an unknown host name', async () => {
    const error = await failureAt('https://billing.invalid')
    expect(error.reason).toBe('name_unknown')
    expect(error.message).toMatch(
      /^The service at https:\/\/billing\.invalid could not be reached \((ENOTFOUND|EAI_AGAIN)\): its name is unknown\. Check the spelling of baseUrl\.$/,
    )
  })

  test('https where http is spoken', async () => {
    await using service = await startLocalService()
    const error = await failureAt(service.url.replace('http:', 'https:'))
    expect(error.reason).toBe('tls')
    expect(error.message).toMatch(/\(E\w+\): there is no secure connection\./)
  })

  test('a connection that breaks off', async () => {
    const hangUp: Answer = response => response.destroy()
    await using service = await startLocalService(hangUp)
    expect(await failureAt(service.url)).toMatchObject({ reason: 'broken_off' })
  })

  test.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'timed_out'],
    ['ETIMEDOUT', 'timed_out'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ConnectionRefused', 'refused'],
    ['toString', 'unknown'],
    [KEY, 'unknown'],
  ])('%s is %s', async (code, reason) => {
    expect(await failureAt('https://billing.example', failingWith(code))).toMatchObject({ reason })
  })

  test.each([
    [new TypeError('fetch failed', { cause: new Error('bad port') }), 'bad port'],
    [new TypeError('fetch failed', { cause: new Error(`no ${KEY}`) }), 'no [API key]'],
    [new TypeError('Load failed'), 'Load failed'],
    [new TypeError(''), 'the runtime gives no reason'],
  ])('%s without a code gives its own words', async (cause, words) => {
    const error = await failureAt('https://billing.example', () => Promise.reject(cause))
    expect(error.message).toBe(`The service at https://billing.example could not be reached: ${words}.`)
    expect(error.cause).toMatchObject({ message: cause.message })
  })

  test('a key in the address is not repeated', async () => {
    const error = await failureAt(`https://billing.example/${KEY}`, failingWith(`CERT_${KEY}`))
    expect(error.address).toBe('https://billing.example/[API key]')
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(KEY)
  })
})
