import type { ChainOfOthers } from '../../backend/test/chain-of-others.ts'
import type { merchantServerOn } from '../../backend/test/merchant.ts'
import { createSubscriber } from '../../backend/test/subscriber.ts'
import type { Bench } from './figure.ts'

const AT_ONCE = 25

/** Does so many of the same work, some of it side by side. */
export async function openAtOnce(count: number, open: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - from)
    await Promise.all(Array.from({ length }, (_, index) => open(from + index)))
  }
}

/**
 * As many subscribers, each with money and a signed checkout of a tenth of a cent a second, for an hour at most.
 *
 * @returns calls that submit the signatures and resolve to the meters' ids: a response waits 15 s for the chain, and after a 503 the
 *   request is repeated
 */
export async function prepareCheckouts(
  count: number,
  on: {
    url: string
    merchant: ReturnType<typeof merchantServerOn>
    others: ChainOfOthers
    progress: Bench['progress']
  },
): Promise<(() => Promise<string>)[]> {
  const { url, merchant, others, progress } = on
  const product = await merchant.product({ rate_usd_per_second: '0.001' })
  const checkouts: (() => Promise<string>)[] = []
  while (checkouts.length < count) {
    if (checkouts.length % 10 === 0) progress(`preparing checkouts, ${checkouts.length} of ${count}`)
    const subscriber = createSubscriber({ url })
    await others.fund(subscriber.account.address, 10_000_000n)
    const { id } = await merchant.session(product)
    const { body: prepared } = await subscriber.prepare(id, 3_600)
    const signature = await subscriber.sign(prepared)
    const authorise = async () => {
      for (;;) {
        const { status, body } = await subscriber.authorise(id, prepared.draft, signature)
        if (status === 200) return body.subscription.id
        if (status !== 503) throw new Error(`authorise answered ${status}: ${JSON.stringify(body)}`)
      }
    }
    checkouts.push(authorise)
  }
  return checkouts
}
