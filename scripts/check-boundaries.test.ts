import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBoundaryViolations } from './check-boundaries.ts'

test('behaviour: a house with every kind of broken wall is described, wall by wall', () => {
  expect(
    findBoundaryViolations(join(import.meta.dirname, 'fixtures/boundaries')).toSorted(),
  ).toMatchInlineSnapshot(`
    [
      "demo/src/store.ts imports @per-second/backend: nothing imports the backend or the benchmarks: they are started as processes",
      "demo/src/store.ts imports @per-second/backend: the store uses what a merchant would: client, authorise, and the backend as a process",
      "import cycle: packages/backend/src/domain/cycle-b.ts -> packages/backend/src/domain/cycle-a.ts -> packages/backend/src/domain/cycle-b.ts",
      "packages/authorise/src/billing-authorise.ts imports viem: the element's first chunk may import only protocol's money, time and types; wallets load on intent",
      "packages/backend/src/domain/rule.ts imports hono: domain holds rules: no framework, no SQL, no chain client; storage and chain are passed in",
      "packages/backend/src/routes/products.ts imports packages/backend/src/storage/sqlite-storage.ts: routes and middleware know ports, never a database or a chain client",
      "packages/client/src/client.ts imports @per-second/protocol/money: client runs on every runtime and may import only protocol's errors and types",
      "packages/protocol/src/money.ts imports zod: these subpaths are in the element's first chunk: no schema library, no hashing",
    ]
  `)
})

test('behaviour: the repository itself stands', () => {
  expect(findBoundaryViolations(join(import.meta.dirname, '..'))).toEqual([])
})

test('error: an empty folder is no proof', () => {
  const folder = join(import.meta.dirname, 'fixtures/nothing-here')
  expect(findBoundaryViolations(folder)).toEqual([
    `no source files found below ${folder}: the check would prove nothing`,
  ])
})
