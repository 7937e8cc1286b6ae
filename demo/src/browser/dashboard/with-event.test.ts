import type { BillingEvent } from '@per-second/client'
import { expect, test } from 'vitest'
import { withEvent } from './with-event.ts'

const event = (number: number) => ({ id: `evt_${number}` }) as BillingEvent

test('the newest twenty, newest first, each once', () => {
  let events: BillingEvent[] = []
  for (let number = 1; number <= 22; number += 1) events = withEvent(events, event(number))
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `evt_${22 - index}`))
  expect(withEvent(events, event(22))).toBe(events)
})
