import { ERROR_CODES, ERROR_STATUS } from '@per-second/protocol/errors'
import { test, vi } from 'vitest'
import { isDenied } from './denied-signature.ts'

const CODES = Object.entries(ERROR_CODES).map(([code, type]) => ({ code, status: ERROR_STATUS[type] }))

test.each(CODES)('error: $code denies no meter that the escrow knows', ({ code, status }) =>
  isDenied({ path: '/authorise', status, code }),
)

test('error: a lost response denies none either', () => isDenied({ path: '/authorise', lost: 'before' }))

test('error: silence denies none either', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
  try {
    await isDenied(({ here }) => void here.service.hold('/authorise'))
  } finally {
    vi.useRealTimers()
  }
})
