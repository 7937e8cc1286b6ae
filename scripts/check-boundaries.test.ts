import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOUNDARY_RULES } from './boundary-rules.ts'
import { findBoundaryViolations } from './check-boundaries.ts'

test('behaviour: a house with every kind of broken wall is described, wall by wall', () => {
  expect(
    findBoundaryViolations(join(import.meta.dirname, 'fixtures/boundaries')).toSorted(),
  ).toMatchInlineSnapshot(`
    [
      "demo/src/store.ts imports @per-second/backend: nothing imports the backend or the benchmarks: they are started as processes",
      "demo/src/store.ts imports @per-second/backend: the store uses what a merchant would: client, authorise, and the backend as a process",
      "e2e/flow.ts imports packages/client/src/client.ts: flows see the page, the API and the chain, not our sources",
      "import cycle: packages/backend/src/domain/cycle-b.ts -> packages/backend/src/domain/cycle-a.ts -> packages/backend/src/domain/cycle-b.ts",
      "packages/authorise/src/billing-authorise.ts imports viem: the element's first chunk may import only protocol's email, money, time and types; wallets load on intent",
      "packages/authorise/src/effects/effects.ts imports packages/authorise/src/view/view.ts: effects draw nothing: they dispatch, and the card draws the state",
      "packages/authorise/src/effects/effects.ts imports packages/authorise/src/wallet/wagmi-wallet.ts: effects know the wallet as a port: its adapter, and the receipt, are loaded by import()",
      "packages/authorise/src/machine/choosing.ts imports lit: the machine is pure: it returns effects and runs none",
      "packages/authorise/src/machine/choosing.ts imports packages/authorise/src/effects/effects.ts: machine comes before effects in scripts/room-order.ts",
      "packages/authorise/src/machine/choosing.ts imports packages/authorise/src/effects/effects.ts: the machine is pure: it returns effects and runs none",
      "packages/authorise/src/machine/choosing.ts imports packages/authorise/src/effects/effects.ts: what asks a wallet, signs or proves is loaded on intent, by import()",
      "packages/authorise/src/signing/signing.ts imports @per-second/client: authorise may import protocol, and the contract's addresses and ABI",
      "packages/authorise/src/signing/signing.ts imports @wagmi/core: only the wallet adapter knows wagmi",
      "packages/authorise/src/view/view.ts imports packages/authorise/src/service/service.ts: templates keep nothing and ask for nothing: they send events",
      "packages/backend/src/actions/cancel.ts imports packages/backend/src/chain/escrow-chain.ts: what answers requests knows the chain as a port, and no client of it",
      "packages/backend/src/chain/chain.ts imports packages/backend/src/worker/leader.ts: chain comes before worker in scripts/room-order.ts",
      "packages/backend/src/chain/escrow-chain.ts imports packages/backend/src/chain/connected-escrow.ts: the service answers before viem is loaded: what starts it loads that by import()",
      "packages/backend/src/chain/escrow-chain.ts imports viem: the service answers before viem is loaded: what starts it loads that by import()",
      "packages/backend/src/chain/sender.ts imports packages/backend/src/storage/tables.ts: the chain is an adapter: it journals through the port of storage",
      "packages/backend/src/chain/transport/endpoints.ts imports packages/backend/src/storage/storage.ts: the transport carries questions and answers: it knows no escrow, no sender and no database",
      "packages/backend/src/corner/thing.ts imports packages/backend/src/routes/products.ts: corner is not in scripts/room-order.ts",
      "packages/backend/src/domain/meter/ledger/read-log.ts imports packages/backend/src/storage/storage.ts: domain comes before storage in scripts/room-order.ts",
      "packages/backend/src/domain/meter/ledger/read-log.ts imports packages/backend/src/storage/storage.ts: what the log makes of a meter is computed from the log alone: no clock, nothing written",
      "packages/backend/src/domain/rule.ts imports hono: domain holds pure rules: no framework, no SQL, no chain client",
      "packages/backend/src/domain/rule.ts imports hono: the framework is known where requests come in, and nowhere else",
      "packages/backend/src/domain/rule.ts imports packages/backend/src/worker/leader.ts: domain comes before worker in scripts/room-order.ts",
      "packages/backend/src/presenters/present.ts imports packages/backend/src/http/app.ts: presenters comes before http in scripts/room-order.ts",
      "packages/backend/src/routes/products.ts imports packages/backend/src/storage/sqlite/sqlite-storage.ts: everybody but those who start the service knows the database as a port, and no engine",
      "packages/backend/src/storage/tables.ts imports viem: storage keeps entities and asks no chain",
      "packages/backend/src/webhooks/deliverer.ts imports packages/backend/src/chain/chain.ts: the outbox delivers what was committed: it asks no chain",
      "packages/backend/src/worker/leader.ts imports packages/backend/src/http/app.ts: worker comes before http in scripts/room-order.ts",
      "packages/client/src/client.ts imports @per-second/protocol/money: client may import only protocol's errors, types and nearest-name",
      "packages/client/src/client.ts imports node:fs: client runs on every runtime: only its command line is for Node, and nothing imports that",
      "packages/contracts/src/addresses.ts imports @per-second/protocol/money: contracts depends on nothing of ours",
      "packages/newcomer/src/index.ts imports packages/newcomer/src/room/room.ts: room is not in scripts/room-order.ts",
      "packages/protocol/src/money.ts imports zod: these subpaths are in the element's first chunk: no schema library, no hashing",
      "packages/protocol/src/wire.ts imports @per-second/client: protocol is the wire contract: it does no I/O and imports none of the other packages",
      "packages/testing/src/start-backend.ts imports @per-second/backend: nothing imports the backend or the benchmarks: they are started as processes",
      "packages/testing/src/start-backend.ts imports @per-second/backend: the test kit is a client of the service, which it starts as a process",
      "packages/testing/src/start-backend.ts imports @playwright/test: who tests with Vitest or plain Node has no Playwright, and no page",
    ]
  `)
})

test('behaviour: there is no rule that the broken house does not break', () => {
  const violations = findBoundaryViolations(join(import.meta.dirname, 'fixtures/boundaries'))
  const unbroken = BOUNDARY_RULES.filter(({ reason }) => !violations.some(text => text.endsWith(reason)))
  expect(unbroken).toEqual([])
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
