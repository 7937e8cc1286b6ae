import { expect, test } from 'vitest'
import { LOCK_PREFIX, sessionKeys } from './storage-key.ts'

test('sessionKeys: tokens are of one session of one service, signature records of the session alone', () => {
  expect(sessionKeys('https://bill.example', 'cs_1')).toEqual({
    lock: 'billing-authorise lock cs_1 ',
    token: 'billing-authorise https://bill.example token cs_1',
    entered: 'billing-authorise https://bill.example entered cs_1',
  })
})

test('LOCK_PREFIX: every signature record, no token, and no session whose id begins alike', () => {
  const { lock, token, entered } = sessionKeys('https://bill.example', 'cs_1')
  expect([lock, token, entered].map(key => key.startsWith(LOCK_PREFIX))).toEqual([true, false, false])
  expect(sessionKeys('https://bill.example', 'cs_12').lock.startsWith(lock)).toBe(false)
})
