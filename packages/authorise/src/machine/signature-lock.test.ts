import { expect, test } from 'vitest'
import { ASKED, COMPLETE, SESSION, SIGNED } from '../../test/fixtures.ts'
import { depositOf, recordOf } from './signature-lock.ts'

test('recordOf: the signed terms of the session’s own meter, and no others', () => {
  expect(recordOf({ lock: SIGNED, session: COMPLETE })).toBe(SIGNED)
  const other = { ...SIGNED, subscription: 'sub_2' }
  for (const lock of [null, ASKED, other]) expect(recordOf({ lock, session: COMPLETE })).toBeNull()
  expect(recordOf({ lock: SIGNED, session: SESSION })).toBeNull()
})

test('depositOf: rate × maximum duration, rounded up to a base unit', () => {
  expect(depositOf(SIGNED.terms)).toBe(997_200n)
  expect(depositOf({ ...SIGNED.terms, rate_per_second: '1' })).toBe(1n)
})
