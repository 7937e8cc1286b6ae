import { expect, test } from 'vitest'
import { runShards } from './shards/run-shards.ts'

test('behaviour: two operators on four processes that are killed, then a third one (docs/money.md, rule 77): nothing is lost or doubled, no meter moves', async () => {
  const report = await runShards({ kills: 2, seed: 20_261_123 })
  expect(report).toMatchObject({ kills: 2, subscriptions: 6 })
  expect(report.mostHolders).toBeGreaterThan(1)
  expect(report.invoices).toBeGreaterThan(0)
}, 300_000)
