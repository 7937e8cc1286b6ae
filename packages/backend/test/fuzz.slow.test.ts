import { expect, test } from 'vitest'
import { runFuzz } from './fuzz/run-fuzz.ts'

test('generated requests get documented answers only, and the books fit them', async () => {
  const report = await runFuzz({ count: 3_000, seed: 20_260_906 })
  expect(report.violations).toEqual([])
  expect(report.requests).toBe(3_000)
  expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404']))
}, 300_000)
