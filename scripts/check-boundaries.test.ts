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
      "packages/authorise/src/effects/effects.ts imports packages/authorise/src/view/view.ts: effects draw nothing: they dispatch, and the card draws the state",
      "packages/authorise/src/effects/effects.ts imports packages/authorise/src/wallet/wagmi-wallet.ts: effects know the wallet as a port: its adapter, and the receipt, are loaded by import()",
      "packages/authorise/src/machine/choosing.ts imports lit: the machine is pure: it returns effects and runs none",
      "packages/authorise/src/machine/choosing.ts imports packages/authorise/src/effects/effects.ts: the machine is pure: it returns effects and runs none",
      "packages/authorise/src/machine/choosing.ts imports packages/authorise/src/effects/effects.ts: what asks a wallet, signs or proves is loaded on intent, by import()",
      "packages/authorise/src/view/view.ts imports packages/authorise/src/service/service.ts: templates keep nothing and ask for nothing: they send events",
      "packages/backend/src/chain/chain.ts imports packages/backend/src/worker/leader.ts: the chain is an adapter: it journals through the port of storage and knows nothing above it",
      "packages/backend/src/chain/transport/json-rpc.ts imports packages/backend/src/storage/storage.ts: the transport carries questions and answers: it knows no escrow, no sender and no database",
      "packages/backend/src/domain/ledger/read-log.ts imports packages/backend/src/storage/storage.ts: what the log makes of a meter is computed from the log alone: no storage, no clock, no presenter",
      "packages/backend/src/domain/rule.ts imports hono: domain holds rules: no framework, no SQL, no chain client; storage and chain are passed in",
      "packages/backend/src/presenters/present.ts imports packages/backend/src/http/app.ts: presenters turn entities into the wire, and do nothing",
      "packages/backend/src/routes/products.ts imports packages/backend/src/storage/sqlite-storage.ts: routes and what is around them know ports, never a database or a chain client",
      "packages/backend/src/webhooks/deliverer.ts imports packages/backend/src/chain/chain.ts: the outbox delivers what was committed: it answers no requests and asks no chain",
      "packages/backend/src/worker/leader.ts imports packages/backend/src/http/app.ts: the worker is led and moved by those who start it: it answers no requests and knows no engine",
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
