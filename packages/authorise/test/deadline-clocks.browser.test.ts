import { beforeEach, expect, test } from 'vitest'
import type { BillingAuthoriseErrorEvent } from '../src/events.ts'
import { arrives } from './person.ts'
import { connectsTo, press, watched } from './signed-here.ts'

beforeEach(() => document.body.replaceChildren())

const TWO_DAYS = 2 * 86_400

/** Seconds that the device's clock and the latest block are behind. */
async function authorises(device: number, block: number) {
  const watch = watched()
  const { here, clock } = watch
  const { now } = clock
  clock.now = now - device
  here.wallet.controls.setLatestBlockTimestamp(now - block)
  await connectsTo(here)
  await press(here)
  return watch
}

// docs/money.md, rule 17
test.each([
  ['device’s clock', TWO_DAYS, 0],
  ['latest block', 0, TWO_DAYS],
])(
  'default: a deadline is judged by the later clock: a %s two days behind turns no checkout away',
  async (...behind) => {
    const [, device, block] = behind
    const { here, asked } = await authorises(device, block)
    await arrives(here, 'complete')
    expect(asked.length).toBe(1)
  },
)

// docs/money.md, rule 17
test('error: a deadline over 24 hours after both is not signed', async () => {
  const { here, asked } = await authorises(TWO_DAYS, TWO_DAYS)
  await arrives(here, 'error')
  const { code, field } = here.events.at(-1) as BillingAuthoriseErrorEvent
  expect([code, field, asked]).toEqual(['refused_terms', 'terms.open_by', []])
})
