import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainStopOf, happenings, helpfulIn, Run, requested } from '../../test/any-run.ts'
import type { Effect } from './effect.ts'
import { checkoutOf, isDurationEditable, type State } from './state.ts'
import { transition } from './transition.ts'

function always(holds: (step: { before: State; effects: Effect[]; run: Run }) => void): void {
  fc.assert(
    fc.property(fc.array(happenings, { maxLength: 120, size: 'max' }), sequence => {
      const run = new Run()
      run.send(requested)
      for (const happening of sequence) {
        const step = run.happen(happening)
        if (step) holds({ ...step, run })
      }
    }),
    { numRuns: 1_000, seed: 20_261_122 },
  )
}

describe('any events in any order', () => {
  test('a lock keeps its length: no other is requested or can be chosen', () => {
    always(({ before, effects, run }) => {
      const lock = checkoutOf(run.state)?.lock
      if (!lock) return
      expect(isDurationEditable(run.state)).toBe(false)
      const prepared = effects.filter(({ type }) => type === 'prepare')
      expect(prepared).toEqual([])
      for (const effect of effects)
        if (effect.type === 'authorise') expect(effect.maxDurationSeconds).toBe(lock.terms.max_seconds)
      const standing = checkoutOf(before)?.lock
      if (standing?.digest !== lock.digest) return
      expect(checkoutOf(run.state)?.email).toBe(lock.email)
      expect(checkoutOf(run.state)?.duration.seconds).toBe(lock.terms.max_seconds)
    })
  })

  test('only a press prompts the wallet to connect or sign, for an open session with an address', () => {
    always(({ before, effects, run }) => {
      for (const { type } of effects) {
        if (type !== 'authorise' && type !== 'sign_in') continue
        const checkout = checkoutOf(run.state)
        expect([type, checkout?.session.status]).toEqual([type, type === 'authorise' ? 'open' : 'complete'])
        expect(checkout?.connection).not.toBeNull()
        expect(['reviewing', 'signing', 'signing_in', 'error']).toContain(before.phase)
        if (type === 'authorise') expect(checkout?.email).toBe('ada@example.com')
      }
    })
  })

  test('a known meter is stopped on-chain once, and again only after a failure', () => {
    always(({ before, effects, run }) => {
      const stops = effects.filter(({ type }) => type === 'stop_on_chain')
      if (stops.length === 0) return
      expect([stops, chainStopOf(before), chainStopOf(run.state)]).toEqual([
        [{ type: 'stop_on_chain', lock: expect.objectContaining({ isKnown: true }) }],
        expect.stringMatching(/^(idle|failed)$/),
        'asked',
      ])
    })
  })

  test('complete is announced once, and stays', () => {
    fc.assert(
      fc.property(fc.array(happenings, { maxLength: 120, size: 'max' }), sequence => {
        const run = new Run()
        run.send(requested)
        let announced = 0
        for (const happening of sequence) {
          const { before, effects } = run.happen(happening) ?? { before: run.state, effects: [] }
          announced += effects.filter(({ type }) => type === 'announce_complete').length
          if (checkoutOf(before)?.session.status === 'complete')
            expect(checkoutOf(run.state)?.session.status).toBe('complete')
        }
        expect(announced).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1_000, seed: 20_261_122 },
    )
  })

  test('every state has a way on: a press helps, or a request is under way', () => {
    always(({ run }) => {
      if (['complete', 'expired'].includes(run.state.phase)) return
      const [waited] = transition(run.state, { type: 'wait_prolonged' })
      const isHelped = helpfulIn(waited).length > 0
      expect([waited.phase, isHelped || run.flow !== null]).toEqual([waited.phase, true])
    })
  })
})
