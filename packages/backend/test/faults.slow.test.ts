import { expect, test } from 'vitest'
import { runFaults } from './faults/run-faults.ts'

test('after any events between a backend and its chain, books and chain agree', async () => {
  const report = await runFaults({ count: 60, seed: 20_260_906 })
  expect(report.violations).toEqual([])
  expect(report.charges).toBeGreaterThan(0)
  expect(report.invoices).toBe(report.charges)
})
