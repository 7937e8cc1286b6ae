import { expect, test } from 'vitest'
import { lockPrefix, sessionKeys } from './storage-key.ts'

test('sessionKeys: one of each kind, of one session of one service', () => {
  expect(sessionKeys('https://bill.example', 'cs_1')).toEqual({
    lock: 'billing-authorise https://bill.example lock cs_1',
    token: 'billing-authorise https://bill.example token cs_1',
    entered: 'billing-authorise https://bill.example entered cs_1',
  })
})

test('lockPrefix: every lock of the service, no token, and no other service’s', () => {
  const prefix = lockPrefix('https://bill.example')
  const { lock, token, entered } = sessionKeys('https://bill.example', 'cs_2')
  const foreign = sessionKeys('https://bill.example.evil', 'cs_2')
  const begins = [lock, token, entered, foreign.lock].map(key => key.startsWith(prefix))
  expect(begins).toEqual([true, false, false, false])
})
