import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { makeMerchant } from './make-merchant.ts'
import { balanceOf, merchantServerOn } from './merchant.ts'
import { createSubscriber } from './subscriber.ts'

const FUNDS = 10_000_000n
const REFUSED = /ended with 2/

let others: ChainOfOthers
beforeAll(async () => {
  others = await startChainOfOthers()
})
afterAll(() => others.remove())

test('behaviour: a new operator key goes in front of the old one (docs/money.md, rule 28), which ends its own meters and then may go', async () => {
  const [old, next] = await Promise.all([others.newOperator(), others.newOperator()])
  const start = (folder: string | undefined, keys: string) =>
    startBackend<RealServiceLine>({
      ...(folder !== undefined && { folder }),
      args: others.args,
      env: { OPERATOR_KEY: keys },
    })
  const sent = async (address: string) =>
    Number(
      await others.rpc.request<string>({ method: 'eth_getTransactionCount', params: [address, 'latest'] }),
    )
  const payer = async (backend: BackendProcess<RealServiceLine>) => {
    const subscriber = createSubscriber(backend)
    await others.fund(subscriber.account.address, FUNDS)
    return subscriber
  }

  let backend = await start(undefined, old.key)
  const { folder } = backend
  try {
    const made = await makeMerchant('--data', folder)
    let merchant = merchantServerOn(backend, made)
    const product = await merchant.product({ rate_usd_per_second: '0.001' })
    const first = await payer(backend)
    const running = await first.subscribe(await merchant.session(product), 3_600)
    const second = await payer(backend)
    const signed = await merchant.session(product)
    const { body: prepared } = await second.prepare(signed.id, 3_600)
    const signature = await second.sign(prepared)
    await backend.end('SIGTERM')

    await expect(start(folder, next.key)).rejects.toThrow(REFUSED)
    await expect(start(folder, `${next.key},${generatePrivateKey()}`)).rejects.toThrow(REFUSED)

    backend = await start(folder, `${next.key}, ${old.key}`)
    expect(backend.chains.test?.operator).toBe(next.address)
    merchant = merchantServerOn(backend, made)
    const late = createSubscriber(backend, second.account)
    const opened = await late.authorise(signed.id, prepared.draft, signature)
    expect(opened).toMatchObject({ status: 200, body: { session: { status: 'complete' } } })
    const third = await payer(backend)
    const fresh = await third.subscribe(await merchant.session(product), 3_600)
    // A meter of the retiring key is carried on by one of the new key.
    const carriedOn = await createSubscriber(backend, first.account).subscribe(
      await merchant.session(product),
      3_600,
      { replaces: running.session },
    )
    expect([running, fresh, carriedOn].map(({ terms }) => terms.operator)).toEqual([
      ...[old.address, next.address, next.address],
    ])
    const replaced = await vi.waitFor(async () => {
      const found = await merchant.subscription(running.id)
      expect(found.refunded_usd).not.toBe('0')
      return found
    }, 20_000)
    expect(replaced).toMatchObject({
      ...{ status: 'canceled', cancel_reason: 'replaced', replaced_by: carriedOn.id },
      ended_at: (await merchant.subscription(carriedOn.id)).started_at,
    })
    const meters = [
      { id: carriedOn.id, account: first.account, before: replaced.billed_seconds },
      { id: opened.body.subscription.id, account: second.account },
      { id: fresh.id, account: third.account },
    ]
    for (const { id, account, before = 0 } of meters) {
      const { status, billed_seconds } = await merchant.act(id, 'cancel')
      expect(status).toBe('canceled')
      expect(await balanceOf(others, account.address)).toBe(FUNDS - BigInt(before + billed_seconds) * 1_000n)
    }
    expect([await sent(old.address), await sent(next.address)]).toEqual([4, 4])
    await backend.end('SIGTERM')

    backend = await start(folder, old.key)
    const waiting = await merchantServerOn(backend, made).session(product)
    const { body: stale } = await createSubscriber(backend, second.account).prepare(waiting.id, 3_600)
    await backend.end('SIGTERM')
    backend = await start(folder, next.key)
    const alone = createSubscriber(backend, second.account)
    expect(await alone.authorise(waiting.id, stale.draft, await alone.sign(stale))).toMatchObject({
      status: 400,
      body: { error: { code: 'draft_invalid', param: 'draft' } },
    })
  } finally {
    await backend.remove()
  }
})
