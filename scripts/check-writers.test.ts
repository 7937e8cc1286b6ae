import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findForeignWriters } from './check-writers.ts'

test('behaviour: every form of a write beside saveBooks is found, and no other', () => {
  expect(findForeignWriters(join(import.meta.dirname, 'fixtures/writers'))).toMatchInlineSnapshot(`
    [
      "packages/backend/src/actions/writes.ts:11 writes subscriptions, which only saveBooks does",
      "packages/backend/src/actions/writes.ts:12 writes invoices, which only saveBooks does",
      "packages/backend/src/actions/writes.ts:14 writes invoices, which only saveBooks does",
      "packages/backend/src/actions/writes.ts:16 writes jobs, which only saveBooks does",
      "packages/backend/src/actions/writes.ts:17 calls \`update\` on something else than a table by its name",
      "packages/backend/src/actions/writes.ts:19 calls \`update\` on something else than a table by its name",
      "packages/backend/src/actions/writes.ts:21 writes jobs, which only saveBooks does",
      "packages/backend/src/actions/writes.ts:22 takes \`update\` out of a table: name the table where it is called",
      "packages/backend/src/actions/writes.ts:24 writes jobs, which only saveBooks does",
      "packages/backend/src/actions/writes.ts:27 calls a method of a meter table by a computed name",
      "packages/backend/src/actions/writes.ts:28 sets activeSubscriptions, which only saveBooks moves",
      "packages/backend/src/actions/writes.ts:30 sets totalSettled, which only saveBooks moves",
      "packages/backend/src/actions/writes.ts:31 sets subscriptionCount, which only saveBooks moves",
      "packages/backend/src/worker/submitter.ts:3 writes jobs, which only saveBooks does",
      "packages/backend/src/worker/submitter.ts:4 writes jobs, which only saveBooks does",
    ]
  `)
})

test('behaviour: a folder without sources proves nothing', () => {
  expect(findForeignWriters(import.meta.dirname)).toEqual([expect.stringContaining('would prove nothing')])
})
