import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  balanceOf,
  type LocalStack,
  newPayer,
  openMeter,
  perform,
  startLocalStack,
} from './local-stack.fixture.ts'

let stack: LocalStack
beforeAll(async () => {
  stack = await startLocalStack()
  await stack.local.prepare()
})
afterAll(() => stack.remove())

const now = () => stack.embedded.now()
const forward = (seconds: number) => stack.clock.moveTo(now() + seconds)

test('a hundred meters of different merchants fit one batch', async () => {
  const terms = []
  for (let count = 0; count < 100; count += 1) {
    const merchant = newPayer().address
    terms.push((await openMeter(stack, { merchant, ratePerSecond: 10n ** 12n })).terms)
  }
  forward(100)
  const items = terms.map(item => ({ terms: item, toSecond: 100 }))
  expect(await stack.test.simulate({ kind: 'settleBatch', items })).toBeNull()
  const { status, events } = await perform(stack, { kind: 'settleBatch', items })
  expect(status).toBe('success')
  expect(events.filter(event => event.kind === 'settled' && event.gross === 100n)).toHaveLength(100)
})

test('fifty meters of different merchants are closed by one batch, and every payer has the rest back', async () => {
  const meters = []
  for (let count = 0; count < 50; count += 1) {
    const merchant = newPayer().address
    meters.push(await openMeter(stack, { merchant, ratePerSecond: 10n ** 12n }))
  }
  forward(100)
  const items = meters.map(({ terms }) => ({ terms, toSecond: 100 }))
  const before = await balanceOf(stack, (meters[0] as (typeof meters)[0]).payer.address)
  expect(await stack.test.simulate({ kind: 'closeBatch', items })).toBeNull()
  const { status, events } = await perform(stack, { kind: 'closeBatch', items })
  expect(status).toBe('success')
  const refunded = BigInt((meters[0] as (typeof meters)[0]).terms.maxSeconds) - 100n
  expect(events.filter(event => event.kind === 'closed' && event.refunded === refunded)).toHaveLength(50)
  for (const { payer } of meters) expect(await balanceOf(stack, payer.address)).toBe(before + refunded)
})
