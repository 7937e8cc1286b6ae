import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { TABLES } from '../tables.ts'
import { NEWEST_STEP } from './migrations.ts'

/** The tables of this step. */
const KNOWN = { step: 102, tables: '1bf8cb2f1b2a31f7' }

test('a change of the tables is a step', () => {
  const tables = createHash('sha256').update(JSON.stringify(TABLES)).digest('hex').slice(0, 16)
  expect(
    { step: NEWEST_STEP, tables },
    'The tables have changed, and a database with the old ones would fail at its first use. In migrations.ts raise ' +
      'FIRST_STEP while there is no release (CHANGELOG.md), or add a migration after it. Then write both values here.',
  ).toEqual(KNOWN)
})
