import { expect, test } from 'vitest'
import type { Effect } from '../src/machine/effect.ts'
import type { Event } from '../src/machine/event.ts'
import type { State } from '../src/machine/state.ts'
import { transition } from '../src/machine/transition.ts'

/** An event in a state, the whole next state, and its effects. */
export type Row = readonly [name: string, from: State, event: Event, to: State, effects?: Effect[]]

/** A test for each row of a transition table. */
export function table(rows: readonly Row[]): void {
  for (const [name, from, event, to, effects = []] of rows) {
    test(name, () => expect(transition(from, event)).toEqual([to, effects]))
  }
}

/** A test for each event that changes no state and has no effect. */
export function ignores(from: State, events: readonly Event[]): void {
  for (const event of events) {
    test(`${from.phase} ignores ${event.type}`, () => expect(transition(from, event)).toEqual([from, []]))
  }
}
