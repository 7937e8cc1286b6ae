import { expect, test } from 'vitest'
import { AttemptSlots } from './attempt-slots.ts'

const place = (merchantId: string, id: string, silences = 0) => ({ merchantId, id, silences })

test('behaviour: sixteen to one endpoint, one to a silent one, a quarter of all for one merchant', () => {
  const slots = new AttemptSlots()
  expect(slots.free).toBe(128)
  const [first, second, third] = [place('mer_1', 'we_1'), place('mer_1', 'we_2'), place('mer_1', 'we_3')]
  for (let taken = 0; taken < 16; taken += 1) {
    expect(slots.hasRoomFor(first, 32)).toBe(true)
    slots.take(first)
  }
  expect([slots.hasRoomFor(first, 32), slots.hasRoomFor(second, 32)]).toEqual([false, true])
  for (let taken = 0; taken < 16; taken += 1) slots.take(second)
  expect(new Set(slots.full(32))).toEqual(new Set(['we_1', 'we_2']))
  expect([slots.hasRoomFor(third, 32), slots.hasRoomFor(place('mer_2', 'we_4'), 32)]).toEqual([false, true])
  const silent = place('mer_2', 'we_5', 1)
  const leave = slots.take(silent)
  expect(slots.hasRoomFor(silent, 32)).toBe(false)
  leave()
  leave()
  expect([slots.hasRoomFor(silent, 32), slots.free]).toEqual([true, 96])
})

test('default: merchants share equally with one more, never more than a quarter, and each has one', () => {
  const slots = new AttemptSlots()
  const shares = [slots.share]
  for (let merchant = 1; merchant <= 128; merchant += 1) {
    slots.take(place(`mer_${merchant}`, `we_${merchant}`))
    shares.push(slots.share)
  }
  expect([0, 1, 3, 4, 7, 127, 128].map(merchants => shares[merchants])).toEqual([32, 32, 32, 25, 16, 1, 1])
})
