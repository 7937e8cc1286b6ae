import { expect } from 'vitest'
import type { Fault } from '../src/testing/fake-service.ts'
import { button } from './person.ts'
import {
  connectsTo,
  press,
  says,
  type Watched,
  type WatchedOptions,
  watched,
  wordsOf,
} from './signed-here.ts'
import type { Stage } from './stage.ts'

const OFTEN = 30

/** The required text and controls of the card, with any response of the service. */
async function tellsTheMeter(here: Stage): Promise<void> {
  await says(here, '$0.9972 is held safely for this order.')
  await expect.poll(() => button('Stop on the network').query() !== null).toBe(true)
  expect(wordsOf(here)).not.toMatch(/Another wallet has started|Nothing was charged|new checkout|new one/)
}

/** A service that accepts the signature, opens the meter, and denies it in every response. */
export async function isDenied(
  denies: Fault | ((watch: Watched) => void),
  options: WatchedOptions = {},
): Promise<void> {
  document.body.replaceChildren()
  const watch = watched(options)
  const { here } = watch
  await connectsTo(here)
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  if (typeof denies === 'function') denies(watch)
  else for (let time = 0; time < OFTEN; time++) here.service.fail(denies)
  await press(here)
  await tellsTheMeter(here)
  if (here.element.phase === 'error') {
    await press(here)
    await tellsTheMeter(here)
  }
  const again = here.reload()
  await tellsTheMeter(again)
  await button('Stop on the network').click()
  await says(again, 'Stopped on the network.')
  expect([watch.asked.length, here.wallet.controls.transactions.length]).toEqual([1, 1])
}
