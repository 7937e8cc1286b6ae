import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

/** Work that goes on until the test ends it, and reports its start. */
function held() {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    end: ended.resolve,
    work: () => {
      begun.resolve()
      return ended.promise
    },
  }
}

test('default: ordinary work passes side by side, and exclusive work waits for it and is alone', async () => {
  const gate = createGate()
  const [one, two, alone] = [held(), held(), held()]
  const order: string[] = []
  const ordinary = [gate.pass(one.work), gate.pass(two.work)]
  await Promise.all([one.begun, two.begun])
  void alone.begun.then(() => order.push('alone'))
  const exclusive = gate.exclusive(alone.work).then(() => order.push('exclusive'))
  await new Promise(resolve => setImmediate(resolve))
  const late = gate.pass(async () => order.push('late'))
  one.end()
  await ordinary[0]
  await new Promise(resolve => setImmediate(resolve))
  expect(order).toEqual([])
  two.end()
  await Promise.all([...ordinary, alone.begun])
  expect(order).toEqual(['alone'])
  alone.end()
  await Promise.all([exclusive, late])
  expect(order.toSorted()).toEqual(['alone', 'exclusive', 'late'])
})

// docs/money.md, rule 15
test('behaviour: whileOpen, ordinary work passes and other exclusive work does not, and then it is shut again', async () => {
  const gate = createGate()
  const order: string[] = []
  const inner = held()
  const exclusive = gate.exclusive(async () => {
    order.push('exclusive')
    const waiting = gate.pass(async () => order.push('passed meanwhile'))
    await gate.whileOpen(() => Promise.all([waiting, inner.work()]))
    void gate.pass(async () => order.push('passed after'))
    await new Promise(resolve => setImmediate(resolve))
    order.push('exclusive again')
  })
  const other = gate.exclusive(async () => order.push('other exclusive'))
  await inner.begun
  const slow = held()
  const passing = gate.pass(slow.work)
  await slow.begun
  inner.end()
  await new Promise(resolve => setImmediate(resolve))
  expect(order).toEqual(['exclusive', 'passed meanwhile'])
  slow.end()
  await Promise.all([exclusive, other, passing])
  expect(order.slice(0, 3)).toEqual(['exclusive', 'passed meanwhile', 'exclusive again'])
  expect(order.toSorted()).toEqual(
    ['exclusive', 'exclusive again', 'other exclusive', 'passed after', 'passed meanwhile'].toSorted(),
  )
})

test('behaviour: failing work opens the gate as well', async () => {
  const gate = createGate()
  const fail = () => Promise.reject(new Error('no'))
  await expect(gate.exclusive(() => gate.whileOpen(fail))).rejects.toThrow('no')
  await expect(gate.pass(fail)).rejects.toThrow('no')
  expect(await gate.exclusive(async () => 'alone')).toBe('alone')
  expect(await gate.pass(async () => 'together')).toBe('together')
})
