import { expect, test } from 'vitest'
import { runModels } from './models/run-models.ts'

test('whatever merchants, subscribers and time do, everything to be seen is what the model says', async () => {
  const report = await runModels({ cases: 5, seed: 7_561 })
  expect(report.failure).toBeNull()
  expect(report).toMatchObject({ cases: 5, commands: 125 })
}, 300_000)
