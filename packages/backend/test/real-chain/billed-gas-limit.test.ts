import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONFIRMATIONS, openMeter, paidBy, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack({ billsGasLimit: true })
})
afterEach(() => stack.remove())

type Sent = { purpose: string; limit: number; used: number }

/** The gas limit and the used gas of each transaction of the service. */
async function gasOf(): Promise<Sent[]> {
  const read = (method: string, hash: string) =>
    stack.strange.rpc.request<{ gas: string; gasUsed: string }>({ method, params: [hash] })
  const journal = await stack.journal()
  return Promise.all(
    journal.map(async ({ hash, purpose }) => ({
      purpose,
      limit: Number((await read('eth_getTransactionByHash', hash)).gas),
      used: Number((await read('eth_getTransactionReceipt', hash)).gasUsed),
    })),
  )
}

// docs/money.md, rule 10
test('where the limit is paid for, it is the estimate, a quarter and 25,000 more', async () => {
  const checkout = await openMeter(stack)
  stack.forward(100)
  await stack.strange.mine(CONFIRMATIONS)
  await stack.settle()
  stack.forward(100)
  await stack.strange.mine(CONFIRMATIONS)
  await stack.cancel(checkout)
  await stack.settle()
  await stack.settle()

  const sent = await gasOf()
  expect(sent.map(({ purpose }) => purpose)).toEqual(['open', 'settle', 'close'])
  for (const { purpose, limit, used } of sent) {
    expect(limit, purpose).toBeGreaterThanOrEqual(Math.floor(used * 1.25))
    // A node that estimates may leave a few per cent of its own.
    expect(limit, purpose).toBeLessThanOrEqual(used * 1.4 + 25_000)
  }
  expect((await stack.stored(checkout)).invoices.map(paidBy)).toMatchObject([
    { status: 'paid', gross: 100_000_000n, seconds: 100 },
    { status: 'paid', gross: 100_000_000n, seconds: 100 },
  ])
  expect(await stack.strange.balanceOf(stack.feeRecipient)).toBe(2_000_000n)
})
