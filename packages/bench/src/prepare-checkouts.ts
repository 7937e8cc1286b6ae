import type { ChainOfOthers } from '../../backend/test/chain-of-others.ts'
import { type MadeMerchant, merchantServerOn } from '../../backend/test/merchant.ts'
import { createSubscriber } from '../../backend/test/subscriber.ts'

/** A checkout of a service on a chain of somebody else's, signed and not sent: a tenth of a cent a second, for an hour at most. */
export type Checkout = {
  /** Answers with the meter's id. An answer waits 15 s for the chain; whoever is told 503 then asks again. */
  authorise(): Promise<string>
}

/** As many subscribers, each with a checkout of this merchant's and money for it. */
export async function prepareCheckouts(
  count: number,
  where: { url: string; made: MadeMerchant; others: ChainOfOthers },
  progress: (text: string) => void,
): Promise<Checkout[]> {
  const { url, others } = where
  const merchant = merchantServerOn({ url }, where.made)
  const product = await merchant.product({ rate_usd_per_second: '0.001' })
  const checkouts: Checkout[] = []
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
    checkouts.push({ authorise })
  }
  return checkouts
}
