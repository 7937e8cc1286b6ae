import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Owner } from '../routes/route.ts'
import { createPlaces } from './places.ts'

/** Places whose requests end when the test says so, in the order they were let in. */
function placesOf(all: number, ofASession: number) {
  const places = createPlaces(all, ofASession)
  const inside: { holder: Owner; leave: () => void }[] = []
  const outcomes: Promise<'done' | string>[] = []
  const ask = (holder: Owner) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const work = () => {
      inside.push({ holder, leave: resolve })
      return promise
    }
    outcomes.push(
      places.hold(holder, work).then(
        () => 'done',
        error => error.code,
      ),
    )
  }
  const settled = () => new Promise<void>(resolve => setImmediate(resolve))
  const leave = async (index = 0) => {
    inside.splice(index, 1)[0]?.leave()
    await settled()
  }
  const names = () => inside.map(({ holder }) => `${holder.merchant}/${holder.session}`)
  return { ask, leave, settled, names, inside, outcomes }
}

// docs/money.md, rule 50
describe('places', () => {
  it('are all for the one merchant who asks, two of a session', async () => {
    const places = placesOf(4, 2)
    for (const session of ['1', '1', '1', '2', '3', '4']) places.ask({ merchant: 'a', session })
    await places.settled()
    expect(places.names()).toEqual(['a/1', 'a/1', 'a/2', 'a/3'])
    await places.leave()
    expect(places.names()).toEqual(['a/1', 'a/2', 'a/3', 'a/1'])
  })

  it('are each merchant’s own, though another one names the same session', async () => {
    const places = placesOf(4, 2)
    for (const merchant of ['a', 'a', 'a', 'b', 'b']) places.ask({ merchant, session: '1' })
    await places.settled()
    expect(places.names()).toEqual(['a/1', 'a/1', 'b/1', 'b/1'])
  })

  it('go to the merchant who holds the fewest when one is free again', async () => {
    const places = placesOf(3, 2)
    for (const session of ['1', '2', '3', '4', '5']) places.ask({ merchant: 'flooded', session })
    places.ask({ merchant: 'rival', session: '9' })
    await places.settled()
    expect(places.names()).toEqual(['flooded/1', 'flooded/2', 'flooded/3'])
    await places.leave()
    expect(places.names()).toEqual(['flooded/2', 'flooded/3', 'rival/9'])
  })

  it('refuse a request only behind as many of its own merchant as there are places', async () => {
    const places = placesOf(2, 2)
    for (const session of ['1', '2', '3', '4', '5']) places.ask({ merchant: 'flooded', session })
    places.ask({ merchant: 'rival', session: '9' })
    await places.settled()
    await places.leave()
    expect(places.names()).toEqual(['flooded/2', 'rival/9'])
    while (places.inside.length > 0) await places.leave()
    expect(await Promise.all(places.outcomes)).toEqual([
      ...Array(4).fill('done'),
      'chain_unavailable',
      'done',
    ])
  })

  it('refuse the latest of the session that waits most, so that one page fills the queue for no other', async () => {
    const places = placesOf(3, 2)
    for (let asked = 0; asked < 5; asked++) places.ask({ merchant: 'a', session: 'greedy' })
    for (let asked = 0; asked < 2; asked++) places.ask({ merchant: 'a', session: 'second' })
    places.ask({ merchant: 'a', session: 'third' })
    await places.settled()
    expect(places.names()).toEqual(['a/greedy', 'a/greedy', 'a/second'])
    while (places.inside.length > 0) await places.leave()
    const greedy = ['done', 'done', 'done', 'chain_unavailable', 'chain_unavailable']
    expect(await Promise.all(places.outcomes)).toEqual([...greedy, 'done', 'done', 'done'])
  })

  it('are given back by work that fails', async () => {
    const places = createPlaces(1, 1)
    const holder = { merchant: 'a', session: '1' }
    await expect(places.hold(holder, () => Promise.reject(new Error('silent')))).rejects.toThrow('silent')
    expect(await places.hold(holder, async () => 'next')).toBe('next')
  })

  it('are never more than there are, never more than two of a session, never empty while one waits that may enter', async () => {
    const holder = fc.record({ merchant: fc.constantFrom('a', 'b', 'c'), session: fc.constantFrom('1', '2') })
    const step = fc.oneof(holder, fc.nat(4))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
        const places = placesOf(3, 2)
        for (const asked of steps) {
          if (typeof asked === 'number') await places.leave(asked)
          else places.ask(asked)
          await places.settled()
          const names = places.names()
          expect(names.length).toBeLessThanOrEqual(3)
          for (const name of names)
            expect(names.filter(other => other === name).length).toBeLessThanOrEqual(2)
        }
        while (places.inside.length > 0) await places.leave()
        for (const outcome of await Promise.all(places.outcomes))
          expect(['done', 'chain_unavailable']).toContain(outcome)
      }),
      { numRuns: 50 },
    )
  })
})
