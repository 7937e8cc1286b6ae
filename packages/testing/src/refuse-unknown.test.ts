import { expect, test } from 'vitest'
import type { BackendLine } from './backend-line.ts'
import { connectBackend } from './connect-backend.ts'
import { startBackend } from './start-backend.ts'

/** Nothing listens there: a refused call sends no request. */
const backend = connectBackend({
  url: 'http://127.0.0.1:9',
  chain: { rpc_url: 'http://127.0.0.1:9' },
  merchant: { test_key: 'sk_test_1' },
  admin_token: 'admin_1',
} as BackendLine)
const wallet = backend.createWallet()
const session = { id: 'cs_1m8hj25cv000pch3rjkqm6bvbk99c58qwa62yp' }

test.each([
  [
    'openMeter',
    '"maxDurations" is not an option of openMeter. Did you mean "maxDuration"?',
    () => wallet.openMeter(session, { maxDurations: '1h' } as never),
  ],
  [
    'openMeter with a duration for its options',
    'openMeter takes its options as an object: email, maxDuration, replaces.',
    () => wallet.openMeter(session, '1h' as never),
  ],
  [
    'fund',
    '"gas" is not an option of fund. Choose from: native.',
    () => wallet.fund('1', { gas: true } as never),
  ],
  [
    'fail with a count for its options',
    'fail takes its options as an object: count, path, merchant.',
    () => backend.fail('server_error', 2 as never),
  ],
  [
    'fail with null',
    'fail takes its options as an object: count, path, merchant.',
    () => backend.fail('server_error', null as never),
  ],
  [
    'startBackend',
    '"option" is not an option of startBackend. Did you mean "options"?',
    () => startBackend({ option: ['--settle-every', '60'] } as never),
  ],
  [
    'startBackend with its options alone',
    'startBackend takes its options as an object: options.',
    () => startBackend(['--settle-every', '60'] as never),
  ],
])('error: %s refuses an option that it does not know', async (_, message, call) => {
  await expect(call()).rejects.toMatchObject({ name: 'TestingError', code: 'option_unknown', message })
})

test('error: no session, and no duration, are refused as a promise', async () => {
  await expect(wallet.openMeter(null as never)).rejects.toMatchObject({ code: 'session_invalid' })
  await expect(wallet.openMeter(session, { maxDuration: '1 h' as never })).rejects.toMatchObject({
    code: 'duration_invalid',
  })
})
