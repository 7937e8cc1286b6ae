import { beforeEach, expect, test } from 'vitest'
import { arrives } from './person.ts'
import { press, signsInVain, type Watched, watched } from './signed-here.ts'

beforeEach(() => document.body.replaceChildren())

/** Starts a reading of the chain after the deadline, and delays the response until the returned function is called. */
function looks({ here, clock, lock }: Watched): () => void {
  const openBy = lock()?.terms.open_by ?? Number.NaN
  clock.now = openBy
  here.wallet.controls.setLatestBlockTimestamp(openBy)
  const answer = here.wallet.controls.holdReads()
  void here.element.refresh()
  return answer
}

test('behaviour: a late reading undoes no newer record', async () => {
  const watch = watched()
  const { here } = watch
  await signsInVain(watch)
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  const { readOpening } = here.wallet
  const seen = Promise.withResolvers<void>()
  here.wallet.readOpening = opening => readOpening(opening).finally(seen.resolve)
  const answer = looks(watch)
  await press(here)
  await arrives(here, 'complete')
  const written = watch.lock()
  expect(written).toMatchObject({ secret: '', draft: '', email: '', isKnown: true })
  answer()
  await seen.promise
  await here.element.refresh()
  expect(watch.lock()).toEqual(written)
})
