import { afterEach, expect, test } from 'vitest'
import type { OrderState } from '../../store/order-state.ts'
import { followOrder } from './follow-order.ts'

const STATES: OrderState[] = ['open', 'booting', 'ready', 'off']

afterEach(() => document.body.replaceChildren())

function place(shown: OrderState): { order: HTMLElement; shown(): string[] } {
  const order = document.createElement('div')
  for (const state of STATES) {
    const text = document.createElement('section')
    text.dataset.state = state
    text.hidden = state !== shown
    order.append(text)
  }
  document.body.append(order)
  const visible = () => [...order.children].filter(text => !(text as HTMLElement).hidden)
  return { order, shown: () => visible().map(text => (text as HTMLElement).dataset.state ?? '') }
}

test('the text follows the order until it is over, and then nobody asks any more', async () => {
  const answers: (OrderState | null)[] = ['booting', 'ready', null, 'ready', 'off']
  const seen: string[][] = []
  let asked = 0
  const { order, shown } = place('open')
  const ask = async () => {
    seen.push(shown())
    const answer = answers[asked]
    asked += 1
    if (!answer) throw new Error('The store does not answer.')
    return answer
  }
  followOrder(order, { ask, everyMs: 1 })
  await expect.poll(shown).toEqual(['off'])
  expect(seen).toEqual([['open'], ['booting'], ['ready'], ['ready'], ['ready']])
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toBe(5)
})

test('a page that is seen again asks at once, and what does not change is not touched', async () => {
  const { order, shown } = place('ready')
  let asked = 0
  const changes: MutationRecord[] = []
  const observer = new MutationObserver(records => changes.push(...records))
  observer.observe(order, { attributes: true, subtree: true })
  const answer = async (): Promise<OrderState> => {
    asked += 1
    return asked < 3 ? 'ready' : 'off'
  }
  followOrder(order, { ask: answer, everyMs: 3_600_000 })
  for (const count of [1, 2]) {
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => asked).toBe(count)
  }
  expect([shown(), observer.takeRecords(), changes]).toEqual([['ready'], [], []])
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(shown).toEqual(['off'])
})

test('an order that is over from the start is never asked about', async () => {
  const { order } = place('off')
  let asked = 0
  const ask = async (): Promise<OrderState> => {
    asked += 1
    return 'off'
  }
  followOrder(order, { ask, everyMs: 0 })
  document.dispatchEvent(new Event('visibilitychange'))
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, 0)
  await promise
  expect(asked).toBe(0)
})
