import { expect, test } from 'vitest'
import { runKills } from './kills/run-kills.ts'

test('behaviour: killed at any instant, nothing is lost, nothing happens twice, and every cent is accounted for', async () => {
  const report = await runKills({ rounds: 8, seed: 20_261_120 })
  expect([report.rounds, report.subscriptions - report.replaced]).toEqual([8, 16])
  expect(report.chainKills).toBeGreaterThan(0)
  expect(report.replaced).toBeGreaterThan(0)
  expect(report.invoices).toBeGreaterThan(0)
}, 300_000)
