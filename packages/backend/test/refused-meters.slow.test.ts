import { expect, test } from 'vitest'
import { runRefusedMeters } from './refused-meters/run-refused-meters.ts'

/** After this wait a request is answered without the chain's part. */
const PATIENCE_SECONDS = 15

test('behaviour: the escrow’s refusals of one merchant hold up no other’s cancel and no new customer', async () => {
  const { cancel, opening, refused } = await runRefusedMeters({ count: 200 })
  expect(refused).toBeGreaterThan(0)
  expect(Math.max(cancel, opening)).toBeLessThan(PATIENCE_SECONDS)
})
