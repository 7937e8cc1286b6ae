import { AUSD_DOMAIN, meterDigest } from '@per-second/protocol/terms'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSignature } from '../../src/actions/accept-draft.ts'
import { CONFIRMATIONS, openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
})
afterEach(() => stack.remove())

test('behaviour: work beyond the endpoint of a process that takes over is not sent again: it waits until the endpoint has caught up', async () => {
  const checkout = await openMeter(stack)
  stack.forward(100)
  await stack.strange.mine(CONFIRMATIONS)
  await stack.work()
  await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [true] })
  const { number: before } = await stack.running().chain.head()
  await stack.strange.mine(CONFIRMATIONS + 1)
  // The earlier process has read beyond the reverted transaction, and ended before it fetched the receipt.
  await stack.running().indexer.poll()
  await stack.restart()
  const [sent] = (await stack.journal()).slice(-1)
  const behind = before + CONFIRMATIONS - 1
  stack.proxy.misbehave(async ({ method, params }) => {
    if (method !== 'eth_getBlockByNumber' || (params as string[])[0] !== 'latest') return null
    const block = [`0x${behind.toString(16)}`, false]
    return { reply: { result: await stack.strange.rpc.request({ method, params: block }) } }
  })
  await stack.running().worker.drain()
  expect((await stack.journal()).slice(-1)).toEqual([sent])
  expect(sent).toMatchObject({ status: 'signed', purpose: 'settle' })

  stack.proxy.misbehave(null)
  await stack.settle()
  expect((await stack.journal()).at(-1)).toMatchObject({ hash: sent?.hash, status: 'reverted' })
  expect((await stack.stored(checkout)).subscription.status).toBe('past_due')
  await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [false] })
})

test('behaviour: a frozen merchant delays no other: its income is credited and counts as paid', async () => {
  const checkout = await openMeter(stack)
  await stack.strange.onToken({ functionName: 'freeze', args: [stack.merchant.payoutAddress] })
  stack.forward(100)
  await stack.settle()
  const { subscription, invoices } = await stack.stored(checkout)
  expect(subscription).toMatchObject({ status: 'running', billedSeconds: 100 })
  expect(invoices.map(({ status }) => status)).toEqual(['paid'])
  expect(await stack.strange.balanceOf(stack.merchant.payoutAddress)).toBe(0n)
  expect(await stack.strange.balanceOf(stack.feeRecipient)).toBe(1_000_000n)
})

test('behaviour: an opening that the escrow knows already is complete only when its block counts, and is sent where that is orphaned', async () => {
  const checkout = await stack.prepare()
  // A reorganisation is to orphan the opening, not the payer's money.
  await stack.strange.mine(6)
  await stack.accept(checkout)
  // Our own, but in no journal: sent by another holder of the operator's key.
  const { chain } = stack.running()
  const { terms, meterId } = checkout.subscription
  const call = { kind: 'open', terms, signature: checkout.signature } as const
  const opening = await chain.sign(call, await chain.transactionCount())
  await chain.send(opening)
  await stack.strange.mine()
  await stack.work()
  const early = await stack.stored(checkout)
  expect(early.subscription).toMatchObject({ status: 'incomplete', openingTxHash: null })
  expect(early.events).not.toContain('checkout.session.completed')
  await stack.settle()
  const before = await stack.stored(checkout)
  expect(before.subscription).toMatchObject({ status: 'running', openingTxHash: opening.hash })
  expect(await stack.journal()).toEqual([])

  await stack.strange.reorg(CONFIRMATIONS + 3)
  expect(await chain.meterState(meterId)).toEqual({ status: 'unknown' })
  await stack.settle(6)
  const [own] = await stack.journal()
  expect(await chain.meterState(meterId)).toMatchObject({ status: 'open' })
  expect(await stack.stored(checkout)).toEqual({
    ...before,
    subscription: { ...before.subscription, openingTxHash: own?.hash },
  })
})

test('behaviour: a nonce that its payer cancelled on chain is not handed out again: the next draft has another and opens', async () => {
  const checkout = await stack.prepare()
  const { payer, subscription } = checkout
  const { chain } = stack.running()
  const { chain_id: chainId, token } = chain.facts
  const nonce = meterDigest(subscription.terms, { chainId, escrow: chain.facts.escrow })
  const signature = await payer.signTypedData({
    domain: { ...AUSD_DOMAIN, chainId, verifyingContract: token.address },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  })
  await stack.strange.onToken({
    functionName: 'cancelAuthorization',
    args: [payer.address, nonce, signature],
  })
  const judge = ({ draft, signature: signed }: typeof checkout) =>
    checkSignature(chain, { draft, signature: signed }, async () => false)
  await expect(judge(checkout)).rejects.toMatchObject({ code: 'signature_invalid' })

  const again = { ...checkout, ...(await stack.prepareAgain(checkout)) }
  expect(again.subscription.meterId).not.toBe(nonce)
  await judge(again)
  await stack.accept(again)
  await stack.settle()
  expect((await stack.stored(again)).subscription.status).toBe('running')
})
