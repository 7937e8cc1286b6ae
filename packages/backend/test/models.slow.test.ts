import { expect, test } from 'vitest'
import { runModels } from './models/run-models.ts'

test('after any actions of merchants, subscribers and time, everything visible equals the model', async () => {
  const report = await runModels({ cases: 5, seed: 7_561 })
  expect(report.failure).toBeNull()
  expect(report).toMatchObject({ cases: 5, commands: 125 })
}, 300_000)
